import type { Role } from '@greenroom/contract/access/permission'
import { newId } from '../platform/database/record-id.ts'
import { sandboxDomain } from '../platform/identity/sandbox-accounts.ts'
import { isSandboxSignIn } from '../platform/identity/sign-in-providers.ts'
import { insertStaff } from './sample.repository.ts'
import type { SampleContext, SampleCounts, SampleSection } from './sample-context.ts'
import { kolkataTime } from './sample-time.ts'

const owner = `meera.nair@${sandboxDomain}`

/** A colleague besides the accounts that the sandbox's sign-in offers. Days are counted from today. */
interface Colleague {
  email: string
  /** Empty until the first sign-in. */
  name?: string
  role: Role
  invitedOn?: number
  firstSignInOn?: number
  lastSignIn?: readonly [day: number, time: string]
  isDisabled?: boolean
}

const colleagues: readonly Colleague[] = [
  {
    email: `kavya.menon@${sandboxDomain}`,
    name: 'Kavya Menon',
    role: 'administrator',
    firstSignInOn: -212,
    lastSignIn: [-1, '18:42'],
  },
  {
    email: `sanjay.kulkarni@${sandboxDomain}`,
    name: 'Sanjay Kulkarni',
    role: 'content',
    firstSignInOn: -140,
    lastSignIn: [-3, '11:05'],
  },
  {
    email: 'priyanka.joshi@joshi-accounts.example',
    name: 'Priyanka Joshi',
    role: 'finance',
    invitedOn: -95,
    firstSignInOn: -94,
    lastSignIn: [-9, '16:20'],
  },
  {
    email: `harish.rao@${sandboxDomain}`,
    name: 'Harish Rao',
    role: 'moderation',
    firstSignInOn: -301,
    lastSignIn: [-64, '09:51'],
    isDisabled: true,
  },
  { email: `nisha.verma@${sandboxDomain}`, role: 'moderation', invitedOn: -2 },
  { email: 'audit@lodha-partners.example', role: 'viewer', invitedOn: -11 },
]

/**
 * Adds colleagues of the sandbox's accounts, with invitations that nobody has used yet. Only for the sandbox's sign-in:
 * at a real provider these addresses could belong to somebody.
 */
async function addStaff({ db, now, settings }: SampleContext): Promise<SampleCounts> {
  if (!isSandboxSignIn(settings)) return {}
  const atNoon = (day: number | undefined) => (day === undefined ? null : kolkataTime(now, day, '12:10'))
  const rows = colleagues.map((one) => ({
    id: newId(),
    email: one.email,
    name: one.name ?? '',
    role: one.role,
    is_disabled: one.isDisabled ?? false,
    invited_by: one.invitedOn === undefined ? null : owner,
    invited_at: atNoon(one.invitedOn),
    first_sign_in_at: atNoon(one.firstSignInOn),
    last_sign_in_at: one.lastSignIn ? kolkataTime(now, ...one.lastSignIn) : null,
    created_at: atNoon(one.invitedOn ?? one.firstSignInOn) ?? now,
  }))
  await insertStaff(db, rows)
  return { staff: rows.length }
}

export const staffSample: SampleSection = { add: addStaff }
