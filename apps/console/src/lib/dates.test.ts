import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { formatCardTime, formatTime } from './dates.ts'

// A zone is fixed when a process starts, so each zone is asked in a process of its own.
function inZone(zone: string, expression: string): string {
  const source = `import * as dates from ${JSON.stringify(new URL('./dates.ts', import.meta.url).href)}; process.stdout.write(String(${expression}))`
  return execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', source], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { ...process.env, TZ: zone },
    encoding: 'utf8',
  })
}

describe('dates in the viewer’s zone', () => {
  it.each([
    ['Asia/Kolkata', '2026-11-21T13:30:00.000Z', '21 Nov 2026 | 07:00 PM'],
    ['Asia/Kolkata', '2026-09-05T18:30:00.000Z', '6 Sep 2026 | 12:00 AM'],
    ['Asia/Kolkata', '2026-01-01T06:30:00.000Z', '1 Jan 2026 | 12:00 PM'],
    ['America/New_York', '2026-11-21T13:30:00.000Z', '21 Nov 2026 | 08:30 AM'],
    ['America/New_York', '2026-07-01T03:59:00.000Z', '30 Jun 2026 | 11:59 PM'],
    ['UTC', '2026-12-31T23:59:59.000Z', '31 Dec 2026 | 11:59 PM'],
  ])('LIM-05 a card in %s shows %s as %s', (zone, iso, words) => {
    const written = inZone(zone, `dates.formatCardTime('${iso}') + ' / ' + dates.formatTime('${iso}')`)
    expect(written).toBe(`${words} / ${words.replace(' | ', ', ')}`)
  })

  it('LIM-05 what is no moment is shown as nothing', () => {
    expect(formatCardTime('soon')).toBe('')
    expect(formatTime('')).toBe('')
  })
})
