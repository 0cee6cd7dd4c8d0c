// Before the first paint: the scheme that was chosen here, or the system's.
try {
  const chosen = localStorage.getItem('atlas.scheme')
  const dark = chosen === null ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark'
  document.documentElement.classList.toggle('dark', dark)
} catch {
  // No storage: the page is light.
}
