// Copy buttons: hidden in the page as it is sent, since without this script they would do nothing.
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    const words = button.textContent
    const said = document.getElementById('said')
    try {
      await navigator.clipboard.writeText(button.dataset.copy)
      button.textContent = 'Copied'
      said.textContent = `${button.dataset.copy} is copied.`
    } catch {
      said.textContent = 'The clipboard is not to be had here: select the text instead.'
    }
    setTimeout(() => {
      button.textContent = words
    }, 2000)
  })
}
