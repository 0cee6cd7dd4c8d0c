import { html } from 'hono/html'
import { calls } from '../../openapi/codes.ts'
import { CALL_FAULTS, STREAM_FAULTS, type ActiveFault } from './faults.ts'
import { CHANNELS } from './seed/channels.ts'

export type FaultDraft = Readonly<Partial<Record<'call' | 'fault' | 'message' | 'match' | 'times' | 'ms', string>>>

interface FaultsContent {
  readonly faults: readonly ActiveFault[]
  readonly draft: FaultDraft
  readonly problem?: string | undefined
}

type Markup = ReturnType<typeof html>

function describeFault(fault: ActiveFault): string {
  const parts = [
    fault.fault ?? 'fails to load',
    fault.ms !== undefined && `${fault.ms} ms`,
    fault.match !== undefined && `where ${typeof fault.match === 'string' ? fault.match : JSON.stringify(fault.match)}`,
    fault.times === undefined ? 'until removed' : `${fault.times} × left`,
    fault.message !== undefined && `“${fault.message}”`,
  ]
  return parts.filter((part) => part !== false).join(' · ')
}

const renderFaultOptions = (label: string, faults: readonly string[], chosen: string | undefined): Markup => html`
  <optgroup label="${label}">
    ${faults.map((fault) => html`<option value="${fault}" ${fault === chosen ? 'selected' : ''}>${fault}</option>`)}
  </optgroup>
`

/** The section of the page that lists the faults, with the form that adds one. `draft` is the rejected input. */
export const faultsSection = ({ faults, draft, problem }: FaultsContent): Markup => html`
  <section aria-labelledby="faults">
    <h2 id="faults">Faults <span class="count">${faults.length}</span></h2>
    ${
      faults.length === 0
        ? html`<p class="none">No faults set.</p>`
        : html`<ul class="rows">
              ${faults.map(
                (fault) => html`
                  <li>
                    <div>
                      <code>${fault.call}</code>
                      <p>${describeFault(fault)}</p>
                    </div>
                    <form method="post" action="/sandbox/forms/faults/remove">
                      <input type="hidden" name="id" value="${fault.id}" />
                      <button class="quiet" aria-label="Remove the fault for ${fault.call}">Remove</button>
                    </form>
                  </li>
                `,
              )}
            </ul>
            <form class="line" method="post" action="/sandbox/forms/faults/clear">
              <button class="quiet">Remove all</button>
            </form>`
    }
    <form class="grid" method="post" action="/sandbox/forms/faults" aria-label="Add a fault">
      <p class="wide">
        <label for="call">Call</label>
        <input
          id="call"
          name="call"
          list="calls"
          required
          autocomplete="off"
          value="${draft.call ?? ''}"
          placeholder="GET /wp-json/custom-plugin/me/"
          ${problem ? html`aria-describedby="problem"` : ''}
        />
        <datalist id="calls">
          ${Object.keys(calls).map((call) => html`<option value="${call}"></option>`)}
          <option value="SCRIPT stripe"></option>
          <option value="SCRIPT paypal"></option>
          ${CHANNELS.map((channel) => html`<option value="STREAM ${channel.slug}"></option>`)}
        </datalist>
      </p>
      <p>
        <label for="fault">Fault</label>
        <select id="fault" name="fault">
          ${renderFaultOptions('Calls', CALL_FAULTS, draft.fault)}
          ${renderFaultOptions('Streams', STREAM_FAULTS, draft.fault)}
        </select>
      </p>
      <p>
        <label for="times">Times (empty: until removed)</label>
        <input id="times" name="times" inputmode="numeric" value="${draft.times ?? '1'}" />
      </p>
      <p>
        <label for="ms">Delay in ms</label>
        <input id="ms" name="ms" inputmode="numeric" value="${draft.ms ?? ''}" />
      </p>
      <p>
        <label for="match">Only with this field</label>
        <input id="match" name="match" value="${draft.match ?? ''}" />
      </p>
      <p class="wide">
        <label for="message">Message</label>
        <input id="message" name="message" value="${draft.message ?? ''}" />
      </p>
      <p class="wide"><button class="main">Add this fault</button></p>
    </form>
  </section>
`
