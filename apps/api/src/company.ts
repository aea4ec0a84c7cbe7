import { gstinProblem, stateOfGstin } from './modules/money/document/gstin.ts'
import { placeName, stateCodeOf } from './modules/money/document/states.ts'
import { reasonsForRealData } from './real-data.ts'
import { type Settings, SettingsError } from './settings.ts'

const gstinProblems = {
  format: 'it must have 15 characters such as 29AAAAA0000A1ZY',
  state: 'it begins with the code of no State',
  checksum: 'its last character does not match the others',
} as const

/**
 * Refuses to write invoices with a GSTIN or a State of the supplier that cannot be right, in production or where others
 * reach the program, unless DEMO=on.
 * @throws SettingsError with one line that names the settings
 */
export function refuseInvalidCompany(settings: Settings): void {
  if (settings.DEMO === 'on' || reasonsForRealData(settings).length === 0) return
  const { COMPANY_GSTIN: gstin, COMPANY_STATE: state } = settings
  const problem = gstinProblem(gstin)
  if (problem !== null)
    throw new SettingsError(`COMPANY_GSTIN ${gstin} is no GSTIN: ${gstinProblems[problem]}.`)
  const code = stateCodeOf(state, { isIndia: true })
  if (code === null) {
    throw new SettingsError(`COMPANY_STATE ${state} is no State: set its name or its GST code.`)
  }
  const registered = stateOfGstin(gstin)
  if (registered !== null && registered !== code) {
    throw new SettingsError(
      `COMPANY_STATE is ${placeName(code)}, but COMPANY_GSTIN ${gstin} is registered in ${placeName(registered)}.`,
    )
  }
}
