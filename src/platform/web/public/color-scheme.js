// Runs before the first paint, so that a dark page never flashes white. A separate file, because the content security
// policy forbids inline scripts.
(() => {
  let chosen = 'auto';
  try {
    chosen = localStorage.getItem('dikshant.color-scheme') ?? 'auto';
  } catch {
    // Without storage the system's scheme is used.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
