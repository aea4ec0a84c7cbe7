import type { SentConsent } from '@greenroom/contract/consent'
import { AppError } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'
import { storeTold } from '../../people/person/consent.service.ts'
import type { Stored } from './intake-batch.ts'
import { pastTime } from './intake-time.ts'

/** A record that may tell what its person agreed to. */
interface Telling {
  consents?: readonly SentConsent[] | undefined
}

/**
 * Lets a store of records also store their consents. A consent has a time of its own, so one in a record that is older
 * than what is stored is kept as well: a withdrawal must not get lost because it is late (OQ-736).
 */
export function withConsents<R extends Telling>(
  source: Parameters<typeof storeTold>[1],
  store: (call: Call, records: R[]) => Promise<Stored[]>,
) {
  return async (call: Call, records: R[]): Promise<Stored[]> => {
    const results = records.map((record): Stored | undefined => refusalOf(call, record))
    const places = [...records.keys()].filter((place) => results[place] === undefined)
    const stored = await store(
      call,
      places.map((place) => records[place] as R),
    )
    for (const [index, place] of places.entries()) results[place] = stored[index]
    const told = records.flatMap(({ consents = [] }, place) => {
      const result = results[place]
      if (consents.length === 0 || !result || result instanceof AppError || result.id === null) return []
      return [{ id: result.id, consents }]
    })
    const changed = await storeTold(call, source, told)
    return results.map((result) => {
      if (!result) throw new Error('A stored record has no result')
      if (result instanceof AppError || result.outcome !== 'unchanged') return result
      return result.id !== null && changed.has(result.id) ? { ...result, outcome: 'changed' } : result
    })
  }
}

function refusalOf(call: Call, { consents = [] }: Telling): AppError | undefined {
  try {
    for (const [place, { at }] of consents.entries()) pastTime(call, `consents.${place}.at`, at)
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
