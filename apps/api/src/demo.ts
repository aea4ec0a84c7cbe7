import type { SandboxService } from '@greenroom/contract/staff/session/sandbox-service'
import { reasonsForRealData } from './real-data.ts'
import { madeUpCompany, type Settings, SettingsError } from './settings.ts'

const remedies: Record<SandboxService, string> = {
  'sign-in': 'GOOGLE_CLIENT_ID, or OIDC_ISSUER and OIDC_CLIENT_ID',
  meetings: 'ZOOM_1_ACCOUNT_ID, ZOOM_1_CLIENT_ID and ZOOM_1_CLIENT_SECRET',
  payments: 'RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET',
}

const and = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/**
 * Refuses sandboxes wherever they could reach real data or strangers could reach them: they are for the embedded
 * database on this computer, unless DEMO=on says that nothing is real (OQ-170).
 * @param sandboxes the services that a sandbox would replace
 * @throws SettingsError with one line that names the reasons and the missing settings
 */
export function refuseSandboxes(
  settings: Pick<Settings, 'DEMO' | 'NODE_ENV' | 'DATABASE_URL' | 'HOST' | 'PUBLIC_URL' | 'TRUST_PROXY'>,
  sandboxes: readonly SandboxService[],
): void {
  if (settings.DEMO === 'on' || sandboxes.length === 0) return
  const reasons = [...(settings.DATABASE_URL ? ['DATABASE_URL is set'] : []), ...reasonsForRealData(settings)]
  if (reasons.length === 0) return
  const wanted = sandboxes.map((service) => `${remedies[service]} for ${service}`)
  throw new SettingsError(
    `The sandbox for ${and.format(sandboxes)} works only over the embedded database on this computer, but ` +
      `${and.format(reasons)}: set ${wanted.join('; ')}; or set DEMO=on if nothing in this installation is real.`,
  )
}

/**
 * Refuses to write invoices of the made-up company in production or where others reach the program, unless DEMO=on.
 * @throws SettingsError naming the settings
 */
export function refuseMadeUpCompany(settings: Settings): void {
  if (settings.DEMO === 'on' || reasonsForRealData(settings).length === 0) return
  const unset = Object.entries(madeUpCompany).flatMap(([name, value]) =>
    settings[name as keyof typeof madeUpCompany] === value ? [name] : [],
  )
  if (unset.length === 0) return
  throw new SettingsError(
    `Invoices would name a made-up company: set ${and.format(unset)}, or DEMO=on if nothing in this installation is real.`,
  )
}
