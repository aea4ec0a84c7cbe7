import {
  addPersonLabel,
  listPersonLabels,
  removePersonLabel,
} from '@greenroom/contract/people/people-list/people-list.endpoints'
import { addConsent, listConsents } from '@greenroom/contract/people/person/consent.endpoints'
import {
  addPersonNote,
  comparePeople,
  getPersonPage,
  keepPeopleApart,
  listPersonIdentifiers,
  listPersonTimeline,
  listSamePeople,
  mergePeople,
  pointOutAgain,
  splitPerson,
  undoPersonMove,
} from '@greenroom/contract/people/person/person.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { createConsents } from './consent.service.ts'
import { createPersonService } from './person.service.ts'
import { createPersonLabels } from './person-label.service.ts'
import { createPersonMergeService } from './person-merge.service.ts'
import type { IdentifierRow } from './person-move.repository.ts'
import { createPersonPageService } from './person-page.service.ts'
import { createSamePeople } from './same-person.service.ts'

/** The page of a person, and merging records of one person. */
export function personPageModule(host: ModuleHost): void {
  const people = createPersonService(host)
  const pages = createPersonPageService({ people })
  const labels = createPersonLabels({ people })
  const same = createSamePeople({ pages })
  const merges = createPersonMergeService({ pages })
  const consents = createConsents({ pages })

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
  on(host, listPersonLabels).handle(async (call) => ({ data: await labels.list(call) }))
  on(host, addPersonLabel).handle(async (call, { params, body }) => ({
    data: await labels.add(call, params.person, body.label),
    message: 'Label added',
  }))
  on(host, removePersonLabel).handle(async (call, { params, body }) => ({
    data: await labels.remove(call, params.person, body.label),
    message: 'Label removed',
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
  on(host, listPersonIdentifiers).handle(async (call, { params }) => ({
    data: (await merges.identifiers(call, params.person)).map(presentIdentifier),
  }))
  on(host, splitPerson).handle(async (call, { params, body }) => ({
    data: await merges.split(call, params.person, body.identifiers),
    message: 'Split into two people',
  }))
  on(host, undoPersonMove).handle(async (call, { params }) => ({
    data: await merges.undo(call, params.id),
    message: 'Undone',
  }))
  on(host, keepPeopleApart).handle(async (call, { params }) => {
    await merges.apart(call, params.person, params.other)
    return { data: {}, message: 'Marked as two people' }
  })
  on(host, pointOutAgain).handle(async (call, { params }) => {
    await merges.pointOut(call, params.person, params.other)
    return { data: {}, message: 'Undone' }
  })
}

function presentIdentifier({ created_at, kind, value, names, account_id, is_own }: IdentifierRow) {
  const written = names.filter((name) => name !== '')
  return { kind, value, names: written, account_id, is_own, since: created_at.toISOString() }
}
