// Sets the stored scheme, or the one of the system, before the first paint.
try {
  const chosen = localStorage.getItem('atlas.scheme')
  const dark = chosen === null ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark'
  document.documentElement.classList.toggle('dark', dark)
} catch {
  // Without storage, the page is light.
}
