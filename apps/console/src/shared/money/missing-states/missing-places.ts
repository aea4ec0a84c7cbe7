import { countryName } from '@greenroom/contract/country'
import { venuePlaceName } from '@greenroom/contract/gst-state'
import type { MissingState, StateGuess } from '@greenroom/contract/money/document/document.schema'

/** What is chosen for each document by its id: the GST code of a State, the ISO code of a country, or null for none. */
export type ChosenPlaces = ReadonlyMap<string, string | null>

/** Returns the value of a guess in a select. */
export function guessedPlace(guess: StateGuess | null): string | null {
  return guess?.state ?? guess?.country ?? null
}

/** Returns what a row shows: what was chosen, and the guess before anything was. */
export function placeOf({ document, guess }: MissingState, chosen: ChosenPlaces): string | null {
  const choice = chosen.get(document.id)
  return choice === undefined ? guessedPlace(guess) : choice
}

/** The codes of States are digits, those of countries letters. */
const isState = (place: string) => /^\d/.test(place)

/** Returns the name of a State or a country. */
export function placeName(place: string): string {
  return isState(place) ? (venuePlaceName(place) ?? place) : countryName(place)
}

/**
 * Returns the documents to correct: those with a place and without a problem.
 * @param problems the ids of rows that the server has refused
 */
export function correctionsOf(
  rows: readonly MissingState[],
  chosen: ChosenPlaces,
  problems: ReadonlyMap<string, string>,
): ({ id: string; state: string } | { id: string; country: string })[] {
  return rows.flatMap((row) => {
    const place = placeOf(row, chosen)
    const { id } = row.document
    if (place === null || problems.has(id)) return []
    return [isState(place) ? { id, state: place } : { id, country: place }]
  })
}

/**
 * Returns the problem of each document that a refusal names.
 * @param errors with paths such as documents.3.state
 * @param sent the documents in the order of the request
 */
export function problemsOf(
  errors: readonly { path: string; message: string }[],
  sent: readonly { id: string }[],
): Map<string, string> {
  return new Map(
    errors.flatMap(({ path, message }) => {
      const place = /^documents\.(\d+)\./.exec(path)?.[1]
      const id = place === undefined ? undefined : sent[Number(place)]?.id
      return id === undefined ? [] : [[id, message] as const]
    }),
  )
}
