/**
 * The slowest press of each short tour, at a processor that is slowed down four times: the time until the next paint, as
 * the browser measures it (Event Timing, of which Interaction to Next Paint is made).
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type JSONReport, type JSONReportSuite } from '@playwright/test/reporter'
import { root } from '../../server/install.mjs'
import { type Press } from '../e2e/slowestPress.ts'
import { atMost, withoutLimit, type Measurement } from './measurement.ts'

const SLOWDOWN = 4

/** The slowest press of each tour that ran, by its title. */
function pressesOf(suites: readonly JSONReportSuite[]): [string, Press][] {
  return suites.flatMap((suite) => [
    ...pressesOf(suite.suites ?? []),
    ...suite.specs.flatMap((spec) =>
      spec.tests
        .flatMap(({ annotations }) => annotations)
        .filter(({ type }) => type === 'press')
        .map(({ description }): [string, Press] => [
          `${suite.title}, ${spec.title}`,
          JSON.parse(description ?? '') as Press,
        ]),
    ),
  ])
}

export function measure(): Promise<Measurement[]> {
  const file = join(root, '.cache', 'reports', 'presses.json')
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const options = ['--config', 'tests/e2e/playwright.config.ts', '--grep', '@core', '--workers=1', '--reporter=json']
  rmSync(file, { force: true })
  const { error } = spawnSync(process.execPath, [cli, 'test', 'tours', ...options], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, PRESS_SLOWDOWN: String(SLOWDOWN), PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  })
  if (error) throw error
  const report = JSON.parse(readFileSync(file, 'utf8')) as JSONReport
  const presses = pressesOf(report.suites).sort(([, one], [, other]) => other.ms - one.ms)
  if (presses.length === 0) throw new Error('No tour ran')
  const slow = presses
    .filter(([, { ms }]) => ms > 100)
    .map(([title, press]) => `${press.event} on ${press.target}: ${press.ms} ms (${title})`)
  return Promise.resolve([
    atMost(
      'Slowest press of all short tours, until the next paint',
      presses[0]?.[1].ms ?? 0,
      'ms',
      200,
      `${presses.length} tours with a press, CPU slowed ${SLOWDOWN} times`,
    ),
    // The tours that fail end early, so their figures say less.
    atMost('Short tours that failed at this speed', report.stats.unexpected, 'tours', 0),
    withoutLimit('Tours with a press of more than 100 ms', slow.length, 'tours', slow.slice(0, 5).join('; ')),
  ])
}
