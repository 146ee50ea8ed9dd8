/** Entry of the process that decodes an uploaded picture: returns its displayed copy and thumbnail, or refuses it. */
import { type CleanPicture, cleanPicture, type PictureUse } from './clean-picture.ts';
import { serveParent } from './serve-parent.ts';

await serveParent<CleanPicture, PictureUse>(async function* read(picture, use) {
  yield await cleanPicture(use, picture);
});
