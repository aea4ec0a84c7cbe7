import type { ConsentChannel } from '@greenroom/contract/consent'
import { type RawBuilder, sql } from 'kysely'

/**
 * Returns the condition that a person may be reached by a channel for marketing: the latest that they said about it is
 * that they agree (OQ-736). At one time a withdrawal counts. The index person_consent_given finds whoever agreed.
 * @param isTheirs returns the condition that the row of person_consent with an alias is the person's, such as
 * `(row) => sql\`${sql.ref(`${row}.person_id`)} = person.id\``
 */
export function hasConsent(
  channel: ConsentChannel,
  isTheirs: (alias: string) => RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (select from person_consent as given
    where ${isTheirs('given')} and given.purpose = 'marketing' and given.channel = ${channel} and given.is_given
      and not exists (select from person_consent as later
        where ${isTheirs('later')} and later.purpose = given.purpose and later.channel = given.channel
          and not later.is_given and later.at >= given.at))`
}
