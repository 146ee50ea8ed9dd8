/** The cookies of a request's header, as a browser takes them. */
export function cookiesOf(header: string): { name: string; value: string }[] {
  return header.split('; ').map((cookie) => {
    const end = cookie.indexOf('=');
    return { name: cookie.slice(0, end), value: cookie.slice(end + 1) };
  });
}
