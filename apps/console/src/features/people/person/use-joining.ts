import { listPeople } from '@greenroom/contract/people/people-list/people-list.endpoints'
import {
  getPersonPage,
  listPersonIdentifiers,
  listPersonTimeline,
  listSamePeople,
  type mergePeople,
  pointOutAgain,
  undoPersonMove,
} from '@greenroom/contract/people/person/person.endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import type { Undo } from '../../../lib/notify.tsx'
import { refresh, undoOf } from '../../../shared/record/undo/undo.ts'

/** What shows whose records are. */
export const joiningReads = [
  getPersonPage,
  listPersonTimeline,
  listSamePeople,
  listPersonIdentifiers,
  listPeople,
]

/** Tells whether the role decides which records are one person's. */
export function useMayJoin(): boolean {
  return useMay<typeof mergePeople>('personal.read', 'money.write', 'advisory.write', 'moderation.write')
}

/** Takes back merges, splits, and that two people are not one. */
export function useUndoJoining(): {
  undoMove: (move: string) => Undo
  pointOut: (params: { person: string; other: string }) => Undo
} {
  const client = useQueryClient()
  const onEnd = () => refresh(client, joiningReads)
  return {
    undoMove: (id) => undoOf({ send: () => callEndpoint(undoPersonMove, { params: { id } }), onEnd }),
    pointOut: (params) => undoOf({ send: () => callEndpoint(pointOutAgain, { params }), onEnd }),
  }
}
