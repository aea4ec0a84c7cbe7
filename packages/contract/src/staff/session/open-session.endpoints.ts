import * as z from 'zod/mini'
import { Empty, endpoint, ok } from '../../endpoint.ts'
import { Id } from '../../field.ts'
import { Session } from './session.endpoints.ts'
import { NewSession, NewSignIn, OpenSession, OwnSession } from './session.schema.ts'

// Apart from getSession, because the console's first load needs that alone.

// The console reads these two with their schemas, because a proxy may have responded instead of the server.

export const BegunSignIn = ok(z.object({ address: z.string(), state: z.string(), secret: z.string() }))

export const BegunSession = ok(
  z.extend(Session, {
    credential: z.string(),
    /** The provider's id of the account: stable, unlike an e-mail address. */
    subject: z.string(),
    ends_at: z.string(),
    /** The path with which the sign-in began; null without one. */
    return_to: z.nullable(z.string()),
  }),
)

/** Begins a sign-in at a provider: the server keeps what its return must match, for the browser that began it (OQ-693). */
export const beginSignIn = endpoint({
  name: 'beginSignIn',
  method: 'POST',
  path: '/admin/sign-in',
  summary: "Begin a sign-in: get the address of the provider's page",
  description:
    'The page returns to /login with code and state, which beginSession takes with secret, once and within 10 minutes. Only the browser that began it has secret.',
  requirements: ['AUTH-01', 'OQ-693'],
  permissions: [],
  access: 'public',
  body: NewSignIn,
  response: BegunSignIn,
  status: 201,
  ownTransactions: true,
})

/** Begins a session with a sign-in, which works once (OQ-012, OQ-686, OQ-693). */
export const beginSession = endpoint({
  name: 'beginSession',
  method: 'POST',
  path: '/admin/session',
  summary: 'Exchange a sign-in for a credential',
  description:
    'Takes code, state, secret and iss of a sign-in that beginSignIn began, or the ID token of a provider as id_token. Either works once, an ID token within an hour of its issue (401). credential is the Bearer credential of all other calls; no other response contains it.',
  requirements: ['AUTH-03', 'AUTH-09', 'AUTH-10', 'OQ-012', 'OQ-686', 'OQ-693'],
  permissions: [],
  access: 'public',
  body: NewSession,
  response: BegunSession,
  status: 201,
  ownTransactions: true,
})

/** Signs out: ends the session of the call's credential (OQ-008). */
export const endSession = endpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/admin/session',
  summary: 'Sign out: end the session of this credential',
  description: 'Refuses an API key (403).',
  requirements: ['OQ-008'],
  permissions: [],
  response: ok(Empty),
  ownTransactions: true,
})

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/admin/sessions',
  summary: 'List your own open sessions',
  description: 'Lists the one that made the last call first. Refuses an API key (403).',
  requirements: ['OQ-690'],
  permissions: [],
  response: ok(z.array(OwnSession)),
})

export const endOwnSession = endpoint({
  name: 'endOwnSession',
  method: 'DELETE',
  path: '/admin/sessions/:id',
  summary: 'End one of your own sessions',
  requirements: ['OQ-690'],
  permissions: [],
  params: z.object({ id: Id }),
  response: ok(Empty),
})

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/admin/sessions',
  summary: 'End all of your sessions but this one',
  description: 'Refuses an API key (403).',
  requirements: ['OQ-690'],
  permissions: [],
  response: ok(z.object({ ended: z.int() })),
})

export const listStaffSessions = endpoint({
  name: 'listStaffSessions',
  method: 'GET',
  path: '/admin/staff/:id/sessions',
  summary: 'List the open sessions of a member of staff',
  requirements: ['OQ-690'],
  permissions: ['staff.read', 'staff.write'],
  params: z.object({ id: Id }),
  response: ok(z.array(OpenSession)),
})

export const endStaffSession = endpoint({
  name: 'endStaffSession',
  method: 'DELETE',
  path: '/admin/staff/:id/sessions/:session_id',
  summary: 'End a session of a member of staff',
  requirements: ['OQ-690'],
  permissions: ['staff.read', 'staff.write'],
  params: z.object({ id: Id, session_id: Id }),
  response: ok(Empty),
})

export const endStaffSessions = endpoint({
  name: 'endStaffSessions',
  method: 'DELETE',
  path: '/admin/staff/:id/sessions',
  summary: 'End all sessions of a member of staff',
  requirements: ['OQ-690'],
  permissions: ['staff.read', 'staff.write'],
  params: z.object({ id: Id }),
  response: ok(z.object({ ended: z.int() })),
})
