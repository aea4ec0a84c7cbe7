import { addConsent, listConsents } from '@greenroom/contract/people/person/consent.endpoints'
import {
  addPersonNote,
  comparePeople,
  getPersonPage,
  listPersonTimeline,
  listSamePeople,
  mergePeople,
} from '@greenroom/contract/people/person/person.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { createConsents } from './consent.service.ts'
import { createPersonService } from './person.service.ts'
import { createPersonMergeService } from './person-merge.service.ts'
import { createPersonPageService } from './person-page.service.ts'
import { createSamePeople } from './same-person.service.ts'

/** The page of a person, and merging records of one person. */
export function personPageModule(host: ModuleHost): void {
  const people = createPersonService(host)
  const pages = createPersonPageService({ people })
  const same = createSamePeople({ pages })
  const consents = createConsents({ pages })
  const merges = createPersonMergeService({ ...host, pages })

  on(host, getPersonPage).handle(async (call, { params }) => ({
    data: await pages.page(call, params.person),
  }))
  on(host, listPersonTimeline).handle(async (call, { params, query }) => ({
    data: await pages.timeline(call, params.person, query),
  }))
  on(host, addPersonNote).handle(async (call, { params, body }) => ({
    data: await pages.addNote(call, params.person, body.text),
    message: 'Note added',
  }))
  on(host, listSamePeople).handle(async (call, { params }) => ({
    data: await same.list(call, params.person),
  }))
  on(host, listConsents).handle(async (call, { params }) => ({
    data: await consents.list(call, params.person),
  }))
  on(host, addConsent).handle(async (call, { params, body }) => ({
    data: await consents.add(call, params.person, body),
    message: body.is_given ? 'Consent recorded' : 'Withdrawal recorded',
  }))
  on(host, comparePeople).handle(async (call, { params }) => ({
    data: await merges.compare(call, params.person, params.other),
  }))
  on(host, mergePeople).handle(async (call, { params, body }) => ({
    data: await merges.merge(call, params.person, params.other, body),
    message: 'Records merged',
  }))
}
