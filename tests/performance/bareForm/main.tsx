/** A sign-in form with React and XState alone, the baseline of the sign-in page. */
import { useMachine } from '@xstate/react'
import { createRoot } from 'react-dom/client'
import { assign, setup } from 'xstate'

const machine = setup({
  types: {} as {
    context: { login: string; password: string }
    events: { type: 'field.change'; values: Partial<{ login: string; password: string }> } | { type: 'form.submit' }
  },
  actions: { setValues: assign((_, values: Partial<{ login: string; password: string }>) => values) },
  guards: { isFilled: ({ context }) => context.login !== '' && context.password !== '' },
}).createMachine({
  context: { login: '', password: '' },
  initial: 'editing',
  states: {
    editing: {
      on: {
        'field.change': { actions: { type: 'setValues', params: ({ event }) => event.values } },
        'form.submit': { guard: 'isFilled', target: 'submitted' },
      },
    },
    submitted: { type: 'final' },
  },
})

function Form() {
  const [snapshot, send] = useMachine(machine)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send({ type: 'form.submit' })
      }}
    >
      <h1>Login</h1>
      <label>
        E-mail / username
        <input
          autoComplete="username"
          value={snapshot.context.login}
          onChange={({ target }) => send({ type: 'field.change', values: { login: target.value } })}
        />
      </label>
      <label>
        Password
        <input
          type="password"
          autoComplete="current-password"
          value={snapshot.context.password}
          onChange={({ target }) => send({ type: 'field.change', values: { password: target.value } })}
        />
      </label>
      <button type="submit">Login</button>
    </form>
  )
}

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
createRoot(container).render(<Form />)
