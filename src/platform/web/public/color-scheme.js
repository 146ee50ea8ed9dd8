// Runs before the first paint, so that a dark page never flashes white. A file of its own, because the content
// security policy refuses inline scripts.
(() => {
  let chosen = 'auto';
  try {
    chosen = localStorage.getItem('dikshant.color-scheme') ?? 'auto';
  } catch {
    // A browser that forbids storage gets the system's scheme.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
