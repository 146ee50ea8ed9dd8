/** Entry of the process that decodes one uploaded picture: answers what is shown and listed of it, or refuses it. */
import { type CleanPicture, cleanPicture, type PictureUse } from './clean-picture.ts';
import { serveParent } from './serve-parent.ts';

await serveParent<CleanPicture, PictureUse>(async function* read(picture, use) {
  yield await cleanPicture(use, picture);
});
