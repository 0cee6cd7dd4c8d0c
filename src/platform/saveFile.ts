/** Firefox and Safari read the URL after the click, at a time that no event reports. In ms. */
const readTimeoutMs = 60_000

/** Hands a file to the browser, which saves it as a download. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), readTimeoutMs)
}
