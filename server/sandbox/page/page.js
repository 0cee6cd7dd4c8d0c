// The copy buttons are hidden until this script has loaded.
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    const label = button.textContent
    const status = document.getElementById('status')
    try {
      await navigator.clipboard.writeText(button.dataset.copy)
      button.textContent = 'Copied'
      status.textContent = `Copied ${button.dataset.copy}.`
    } catch {
      status.textContent = 'The clipboard isn’t available. Select the text instead.'
    }
    setTimeout(() => {
      button.textContent = label
    }, 2000)
  })
}

// Disables the faults that do not apply to the entered call.
const call = document.getElementById('call')
const fault = document.getElementById('fault')
const updateFaultOptions = () => {
  const isStream = call.value.startsWith('STREAM ')
  for (const group of fault.querySelectorAll('optgroup')) group.disabled = (group.label === 'Streams') !== isStream
  if (fault.selectedOptions[0]?.parentElement.disabled) {
    fault.value = fault.querySelector('optgroup:not(:disabled) option').value
  }
}
call.addEventListener('input', updateFaultOptions)
updateFaultOptions()
