import { expect, test } from 'vitest'
import { refuseInvalidCompany } from './company.ts'
import { gstinProblem } from './modules/money/document/gstin.ts'
import { madeUpCompany, readSettings, SettingsError } from './settings.ts'

const check = (environment: Record<string, string>) => refuseInvalidCompany(readSettings(environment))
const production = { NODE_ENV: 'production', COMPANY_GSTIN: '27AAPFU0939F1ZV', COMPANY_STATE: 'Maharashtra' }

test('an invalid GSTIN or State of the supplier is refused in production, unless it is a demo (OQ-254)', () => {
  const refused: [Record<string, string>, string][] = [
    [{ COMPANY_GSTIN: '27AAPFU0939F1ZW' }, 'COMPANY_GSTIN 27AAPFU0939F1ZW is no GSTIN: its last character'],
    [{ COMPANY_GSTIN: 'applied for' }, 'is no GSTIN: it must have 15 characters'],
    [{ COMPANY_GSTIN: '99AAPFU0939F1ZV' }, 'begins with the code of no State'],
    [{ COMPANY_STATE: 'Bombay' }, 'COMPANY_STATE Bombay is no State'],
    [
      { COMPANY_STATE: 'Goa' },
      'is Goa (30), but COMPANY_GSTIN 27AAPFU0939F1ZV is registered in Maharashtra (27)',
    ],
  ]
  for (const [environment, message] of refused) {
    expect(() => check({ ...production, ...environment })).toThrow(SettingsError)
    expect(() => check({ ...production, ...environment })).toThrow(message)
    for (const fine of [{ DEMO: 'on' }, { NODE_ENV: 'development' }] as Record<string, string>[]) {
      expect(() => check({ ...production, ...environment, ...fine })).not.toThrow()
    }
  }
  for (const state of ['Maharashtra', 'MH', '27']) {
    expect(() => check({ ...production, COMPANY_STATE: state })).not.toThrow()
  }
})

test('the made-up company has a GSTIN of the right form (OQ-254)', () => {
  expect(gstinProblem(madeUpCompany.COMPANY_GSTIN)).toBeNull()
})
