// Progress of a long start: on a terminal a live line with the seconds and bars of running parts, and everywhere one
// line for each finished part.
const parts = new Map();
const terminal = process.stdout.isTTY ? process.stdout : null;
const barLength = 20;
let redraws;

/** Reports a part's progress: it begins with its first share and is done at 1. */
export function report(name, share) {
  const part = parts.get(name) ?? { begun: performance.now() };
  parts.set(name, { ...part, share });
  if (share === 1) {
    parts.delete(name);
    clearLine();
    console.log(`${name.padEnd(24)}${secondsOf(part).padStart(4)} s`);
  }
  draw();
}

/** Runs one part; a part that fails prints no line. */
export async function showPart(name, work) {
  report(name, 0);
  try {
    const result = await work();
    report(name, 1);
    return result;
  } finally {
    parts.delete(name);
    draw();
  }
}

/** Removes the progress line before other output. */
export function endProgress() {
  parts.clear();
  draw();
}

function draw() {
  clearInterval(redraws);
  clearLine();
  if (!terminal || parts.size === 0) return;
  terminal.write([...parts].map(([name, part]) => `${name}${barOf(part)} ${secondsOf(part)} s`).join('   '));
  redraws = setInterval(draw, 500).unref();
}

function clearLine() {
  terminal?.write('\r\x1b[K');
}

/** A part that cannot measure its progress shows only seconds. */
function barOf({ share }) {
  if (share === 0) return '';
  const done = Math.floor(share * barLength);
  return ` [${'#'.repeat(done)}${'-'.repeat(barLength - done)}]`;
}

function secondsOf({ begun }) {
  return String(Math.round((performance.now() - begun) / 1_000));
}
