import { randomBytes } from 'node:crypto'
import { intakeBookings } from '@greenroom/contract/outside/intake/intake-booking.endpoints'
import { readServices } from '@greenroom/contract/outside/public-read/public-read.endpoints'
import { IntakeRefusal } from './intake-client.ts'
import { CallPage } from './pages/call-page.tsx'
import { sendVisitor } from './send-visitor.ts'
import type { Form, Site } from './site-context.ts'
import { storeOne } from './store-one.ts'
import { externalIdOf, rememberVisitor, visitorOf } from './visitor.ts'

const utmNames = ['utm_source', 'utm_medium', 'utm_campaign']

/** Adds the form that books an advisory call. */
export function addCallPages(site: Site): void {
  const { scope, intake, now, show } = site
  const services = () => intake.call(readServices, { query: { limit: '50' } })

  scope.get('/site/call', async (request, reply) =>
    show(
      reply,
      CallPage({ services: await services(), visitor: visitorOf(request), query: request.query as Form }),
    ),
  )

  // Where short links to advice lead.
  for (const path of ['/site/advisory', '/site/advisory/*']) {
    scope.get(path, (request, reply) =>
      reply.redirect(`/site/call?${new URLSearchParams(request.query as Form)}`),
    )
  }

  scope.post('/site/call', async (request, reply) => {
    const form = (request.body ?? {}) as Form
    const visitor = rememberVisitor(request, reply)
    const at = now()
    const page = async (notice: { kind: 'done' | 'refused'; text: string }, status: number) =>
      show(reply, CallPage({ services: await services(), visitor, notice, query: form }), status)
    try {
      await sendVisitor(site, visitor)
      await storeOne(intake, intakeBookings, {
        external_id: `site-${randomBytes(6).toString('hex')}`,
        service_id: form.service_id,
        // The field has no zone; its label says India.
        start_time: `${form.start_time}:00+05:30`,
        user_external_id: externalIdOf(visitor),
        first_name: visitor.firstName,
        last_name: visitor.lastName,
        email: visitor.email,
        phone: visitor.phone,
        meta: Object.fromEntries(
          utmNames.flatMap((name) => (form[name] ? [[name.replace('utm_', ''), form[name]]] : [])),
        ),
        created_at: at,
        changed_at: at,
      })
    } catch (error) {
      if (!(error instanceof IntakeRefusal) || error.status >= 500) throw error
      return page({ kind: 'refused', text: error.message }, 409)
    }
    return page({ kind: 'done', text: 'Your call is booked.' }, 200)
  })
}
