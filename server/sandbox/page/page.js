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

// Only the faults that the call can have are offered; a stream has its own two. Without this script all are.
const call = document.getElementById('call')
const fault = document.getElementById('fault')
const updateFaultOptions = () => {
  const isStream = call.value.startsWith('STREAM ')
  for (const group of fault.querySelectorAll('optgroup')) group.disabled = (group.label === 'Of a STREAM') !== isStream
  if (fault.selectedOptions[0]?.parentElement.disabled) {
    fault.value = fault.querySelector('optgroup:not(:disabled) option').value
  }
}
call.addEventListener('input', updateFaultOptions)
updateFaultOptions()
