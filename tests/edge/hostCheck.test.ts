import { expect, test, vi } from 'vitest'
import { createHostCheck } from '../../server/edge/hostCheck.ts'
import { type HostProblem } from '../../server/edge/hostProblem.ts'

const setting: HostProblem = { cause: 'gateway-ids', message: 'The configuration does not set gateways.card.' }
const refused: HostProblem = { cause: 'service-key', message: 'The membership service refuses SERVICE_KEY.' }
const down: HostProblem = { cause: 'unreachable', message: 'The host refuses connections.' }

/** A check whose probes return these problems, one after another. */
function createCheck(...results: HostProblem[][]) {
  let ms = 0
  const lines: string[] = []
  const probe = vi.fn(async () => results.shift() ?? expect.unreachable())
  const print = (line: string) => void lines.push(line)
  const check = createHostCheck({ settingProblems: [setting], probe, print, warn: print, now: () => ms })
  const readAt = async (next: number) => {
    ms = next
    check.read()
    await vi.waitFor(() => expect(probe.mock.settledResults.every(({ type }) => type === 'fulfilled')).toBe(true))
    return check.read().problems
  }
  return { check, lines, probe, readAt }
}

test('a host with a problem is checked again when asked, once a minute at most', async () => {
  const { check, lines, probe, readAt } = createCheck([down], [down, refused], [])
  expect(check.read()).toEqual({ checkedAt: null, problems: [setting] })
  await check.run()
  expect(await readAt(59_999)).toEqual([setting, down])
  expect(probe).toHaveBeenCalledTimes(1)
  expect(await readAt(60_000)).toEqual([setting, down, refused])
  expect(await readAt(60_001)).toEqual([setting, down, refused])
  expect(await readAt(120_000)).toEqual([setting])
  expect(await readAt(999_999)).toEqual([setting])
  expect(probe).toHaveBeenCalledTimes(3)
  // A known problem is not printed again.
  expect(lines).toEqual([setting.message, down.message, refused.message, 'The host responds as expected.'])
})

test('one check runs at a time', async () => {
  let end = (_problems: HostProblem[]) => {}
  const probe = vi.fn(() => new Promise<HostProblem[]>((resolve) => (end = resolve)))
  const now = vi.fn(() => 0)
  const check = createHostCheck({ settingProblems: [], probe, print: vi.fn(), warn: vi.fn(), now })
  const first = check.run()
  end([down])
  await first
  now.mockReturnValue(60_000)
  for (let index = 0; index < 5; index += 1) expect(check.read().problems).toEqual([down])
  expect(probe).toHaveBeenCalledTimes(2)
})
