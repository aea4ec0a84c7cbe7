import type { BodyInputOf, EndpointDeclaration } from '@greenroom/contract/endpoint'
import type { IntakeData, IntakeResult } from '@greenroom/contract/intake-batch'
import { type IntakeClient, IntakeRefusal } from './intake-client.ts'

/**
 * Sends one record to an intake endpoint.
 * @throws IntakeRefusal with the record's own message if it is refused
 */
export async function storeOne<const D extends EndpointDeclaration>(
  intake: IntakeClient,
  endpoint: D,
  record: object,
): Promise<IntakeResult> {
  const body = { records: [record] } as BodyInputOf<D>
  const { results } = (await intake.call(endpoint, { body })) as IntakeData
  const [result] = results
  if (!result) throw new Error('The intake API returned no result')
  if (result.outcome === 'refused') throw new IntakeRefusal(409, result.message ?? 'This did not work.')
  return result
}
