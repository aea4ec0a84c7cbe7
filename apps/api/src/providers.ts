import { type SandboxService, sandboxServices } from '@greenroom/contract/staff/session/sandbox-service'
import type { Logger } from 'pino'
import { refuseSandboxes } from './demo.ts'
import type { Clock } from './platform/clock.ts'
import { chooseFileStore } from './platform/files/choose-file-store.ts'
import type { FileStore } from './platform/files/file-store.ts'
import { chooseIdentity, type SignInIdentity } from './platform/identity/identity.ts'
import { publicUrlOf } from './platform/identity/public-url.ts'
import { isSandboxSignIn } from './platform/identity/sign-in-providers.ts'
import { chooseMeetings } from './platform/meetings/choose-meetings.ts'
import type { MeetingProvider } from './platform/meetings/meeting-provider.ts'
import { choosePayments } from './platform/payments/choose-payments.ts'
import type { PaymentGateway } from './platform/payments/payment-gateway.ts'
import { isSiteOn } from './platform/site-url.ts'
import { chooseWebhooks } from './platform/webhooks/choose-webhooks.ts'
import type { Destinations } from './platform/webhooks/destination.ts'
import type { Settings } from './settings.ts'

/** The external services, except the database. */
export interface Providers {
  identity: SignInIdentity
  store: FileStore
  meetings: MeetingProvider
  gateway: PaymentGateway
  webhooks: Destinations
  /** The services that a sandbox replaces. */
  sandboxes: readonly SandboxService[]
}

/**
 * Creates the providers of the settings without calling any. Needs no database, so that invalid settings stop the
 * start before anything is opened or changed. Sign-in comes last, because its sandbox writes a key.
 * @throws SettingsError if the settings have no usable provider, or sandboxes where they are refused
 */
export async function chooseProviders(
  settings: Settings,
  { clock, log }: { clock: Clock; log: Logger },
): Promise<Providers> {
  const publicUrl = publicUrlOf(settings)
  const store = chooseFileStore(settings)
  const meetings = chooseMeetings(settings, { clock, log })
  const gateway = choosePayments(settings, { clock, log })
  const webhooks = chooseWebhooks(settings)
  const signIn = isSandboxSignIn(settings) ? 'sandbox' : 'real'
  const kinds = { 'sign-in': signIn, meetings: meetings.kind, payments: gateway.kind }
  const sandboxes = sandboxServices.filter((service) => kinds[service] === 'sandbox')
  refuseSandboxes(settings, sandboxes)
  // Throws for a sample site without the payment sandbox.
  isSiteOn(settings)
  const identity = await chooseIdentity(settings, { publicUrl, dataDir: settings.DATA_DIR, clock, log })
  return { identity, store, meetings, gateway, webhooks, sandboxes }
}
