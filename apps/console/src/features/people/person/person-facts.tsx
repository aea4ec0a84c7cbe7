import type { HeldMembership, PersonPage as Person } from '@greenroom/contract/people/person/person.schema'
import { Link } from '@tanstack/react-router'
import { formatTime } from '../../../lib/dates.ts'
import { formatMoney } from '../../../lib/money.ts'
import { paths } from '../../../lib/paths.ts'
import { formatPhone } from '../../../lib/phone.ts'
import { CopiedFact, factLink, Moment } from '../../../shared/record/record-page/record-page.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { type ConsentDialogName, PersonConsents } from './person-consents.tsx'
import classes from './person-facts.module.css'
import { PersonLabels } from './person-labels.tsx'
import { personPageMessages as messages } from './person-messages.ts'

/** A longer name is cut in the heading. */
const longName = 40

interface PersonFactsProps {
  person: Person
  onConsents: (dialog: ConsentDialogName) => void
}

/** What is known about a person: money, contact, consents, memberships, and what is rarely needed. */
export function PersonFacts({ person, onConsents }: PersonFactsProps) {
  return (
    <div className={classes.facts}>
      {person.sums && <Sums sums={person.sums} />}
      <Contact person={person} />
      <PersonLabels
        person={person.person}
        name={person.name || person.emails[0] || person.phones[0] || messages.unnamed}
        labels={person.labels}
      />
      <PersonConsents consents={person.consents} onOpen={onConsents} />
      {person.memberships && <Memberships held={person.memberships} />}
      <Others person={person} />
    </div>
  )
}

function Sums({ sums }: { sums: NonNullable<Person['sums']> }) {
  if (sums.length === 0) return <p className="gr-small gr-faint">{messages.noOrders}</p>
  return (
    <ul aria-label={messages.money} className="gr-tight">
      {sums.map(({ currency_code: currency, count, completed, refunded, net }) => (
        <li key={currency}>
          <p className={classes.net}>
            {formatMoney(net, currency)} <span className={classes.word}>{messages.net}</span>
          </p>
          <p className="gr-small gr-quiet gr-num gr-break">
            {[
              messages.ordersOf(count),
              messages.paid(formatMoney(completed, currency)),
              ...(refunded > 0 ? [messages.refunded(formatMoney(refunded, currency))] : []),
            ].join(' · ')}
          </p>
        </li>
      ))}
    </ul>
  )
}

function Contact({ person: { phones, emails } }: { person: Person }) {
  return (
    <section aria-label={messages.contact} className={classes.part}>
      <Copies name={messages.phone} values={phones} shown={formatPhone} none={messages.noPhone} />
      <Copies name={messages.email} values={emails} none={messages.noEmail} />
    </section>
  )
}

interface CopiesProps {
  name: string
  values: readonly string[]
  shown?: (value: string) => string
  none: string
}

function Copies({ name, values, shown = (value) => value, none }: CopiesProps) {
  const given = values.filter(Boolean)
  if (given.length === 0) return <p className="gr-faint">{none}</p>
  return (
    <ul className="gr-contents" aria-label={name}>
      {given.map((value) => (
        <li key={value}>
          <CopiedFact name={name} value={value} shown={shown(value)} label={`Copy ${name} ${value}`} />
        </li>
      ))}
    </ul>
  )
}

function Memberships({ held }: { held: readonly HeldMembership[] }) {
  return (
    <section aria-label={messages.memberships} className={classes.part}>
      {held.length === 0 ? (
        <p className="gr-faint">{messages.noMemberships}</p>
      ) : (
        <ul className="gr-tight">
          {held.map((one) => (
            <li key={one._id} className={classes.held}>
              <Link to={paths.memberships} className={factLink}>
                {one.name}
              </Link>
              <Badge {...stateOf(one)} />
              <span className={classes.span}>
                {one.ends_at === null
                  ? messages.runsFrom(formatTime(one.starts_at))
                  : messages.runs(formatTime(one.starts_at), formatTime(one.ends_at))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function stateOf({ starts_at, ends_at, cancelled_at }: HeldMembership) {
  const now = Date.now()
  if (cancelled_at !== null) return { children: messages.cancelled, shape: 'cross', tone: 'mute' } as const
  if (ends_at !== null && Date.parse(ends_at) <= now)
    return { children: messages.ended, shape: 'bar', tone: 'mute' } as const
  if (Date.parse(starts_at) > now)
    return { children: messages.upcoming, shape: 'dashed', tone: 'mute' } as const
  return { children: messages.current, shape: 'tick', tone: 'ok' } as const
}

function Others({ person }: { person: Person }) {
  const [account] = person.accounts
  const otherNames = person.names.filter((one) => one !== person.name)
  const items = [
    ...(person.name.length > longName ? [{ term: messages.name, value: person.name }] : []),
    ...(otherNames.length > 0 ? [{ term: messages.otherNames, value: otherNames.join(', ') }] : []),
    ...(account?.username ? [{ term: messages.username, value: account.username }] : []),
    ...(account?.description
      ? [{ term: messages.about, value: <span className="gr-lines">{account.description}</span> }]
      : []),
    ...(person.since ? [{ term: messages.since, value: <Moment at={person.since} /> }] : []),
    ...(person.accounts.length > 1
      ? [
          {
            term: messages.accounts,
            value: (
              <ul className="gr-tight">
                {person.accounts.map((one) => (
                  <li key={one._id}>{messages.account(one.name || one._id, formatTime(one.created_at))}</li>
                ))}
              </ul>
            ),
          },
        ]
      : []),
  ]
  if (items.length === 0) return null
  return (
    <div className={classes.part}>
      <DescriptionList items={items} />
    </div>
  )
}
