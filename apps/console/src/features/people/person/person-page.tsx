import { isMasked } from '@greenroom/contract/access/personal'
import type { listTransactions } from '@greenroom/contract/money/transaction/transaction.endpoints'
import { getPersonPage } from '@greenroom/contract/people/person/person.endpoints'
import {
  type HeldMembership,
  type PersonPage as Person,
  timelineKindNames,
} from '@greenroom/contract/people/person/person.schema'
import type { getErasure } from '@greenroom/contract/people/person/personal-data.endpoints'
import { IconUserOff } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { countText } from '../../../lib/count-text.ts'
import { formatTime } from '../../../lib/dates.ts'
import { formatMoney } from '../../../lib/money.ts'
import { firstDay, paths } from '../../../lib/paths.ts'
import { formatPhone } from '../../../lib/phone.ts'
import { useRecordName } from '../../../lib/record-name.ts'
import { Avatar } from '../../../shared/record/avatar/avatar.tsx'
import { RecordHistoryButton } from '../../../shared/record/record-history/record-history-button.tsx'
import { useDialogSearch, useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import {
  CopiedFact,
  factLink,
  Moment,
  RecordPage,
  RecordPageSkeleton,
  RecordPart,
  RecordScreen,
  recordActions,
} from '../../../shared/record/record-page/record-page.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import button from '../../../ui/light-button.module.css'
import { personPageMessages as messages } from './person-messages.ts'
import classes from './person-page.module.css'
import { PersonTimeline } from './person-timeline.tsx'
import { SamePeople } from './same-people.tsx'

const PostDialog = lazyDialog('post-dialog', () =>
  import('../../../shared/community/post-view/post-dialog.tsx').then((part) => part.PostDialog),
)
const MergeDialog = lazyDialog('merge-people', () =>
  import('./merge-dialog.tsx').then((part) => part.MergeDialog),
)
const route = getRouteApi('/signed-in/people/$id')

/** One person at their own address: who they are, what they hold, and all that happened (OQ-465). */
export function PersonPage(): ReactNode {
  const { id } = route.useParams()
  const read = useRead(getPersonPage, { params: { person: id } }, { keepPrevious: false })
  useRecordName(read.data && nameOf(read.data))
  return (
    <RecordScreen
      read={read}
      loadFailed={messages.loadFailed}
      missing={{ icon: IconUserOff, title: messages.gone, help: messages.goneHelp }}
      skeleton={
        <RecordPageSkeleton
          label={messages.loading}
          head={[
            [36, 36],
            [200, 28],
          ]}
          parts={[4, 2, 2]}
        />
      }
    >
      {(person) => <Content key={person.person} person={person} />}
    </RecordScreen>
  )
}

/** What the person is called where there is no name. */
function nameOf({ name, emails, phones }: Person): string {
  return name || emails[0] || phones[0] || 'Unnamed person'
}

interface Dialogs {
  post?: string | undefined
  merge?: string | undefined
}

function Content({ person }: { person: Person }) {
  const { kind, post, merge } = route.useSearch()
  const navigate = route.useNavigate()
  const { last } = useLastOpened(post)
  const { last: other } = useLastOpened(merge)
  const { go } = useListSearch<{ kind?: string | undefined }>()
  const { open, close } = useDialogSearch<Dialogs>({ post: undefined, merge: undefined })
  return (
    <>
      <RecordPage
        head={<Head person={person} />}
        notice={<SamePeople person={person.person} onCompare={(one) => open({ merge: one })} />}
        facts={
          <>
            <RecordPart title={messages.contact}>
              <Contact person={person} />
            </RecordPart>
            {person.memberships && (
              <RecordPart title={messages.memberships}>
                <Memberships held={person.memberships} />
              </RecordPart>
            )}
            {person.sums && (
              <RecordPart title={messages.money}>
                <Sums sums={person.sums} />
              </RecordPart>
            )}
          </>
        }
        side={
          <PersonTimeline
            person={person}
            kind={timelineKindNames.find((one) => one === kind)}
            onKind={(next) => go({ kind: next }, { replace: true })}
          />
        }
      />
      {other !== undefined && (
        <MergeDialog
          opened={merge !== undefined}
          person={person.person}
          other={other}
          onClose={close}
          onMerged={(kept) => void navigate({ ...paths.person(kept), search: {}, replace: true })}
        />
      )}
      {last !== undefined && <PostDialog opened={post !== undefined} postId={last} onClose={close} />}
    </>
  )
}

function Head({ person }: { person: Person }) {
  const [account] = person.accounts
  const mayFindOrders = useMay<typeof listTransactions>('money.read')
  const mayErase = useMay<typeof getErasure>('personal.erase')
  const phone = person.phones.find((one) => one.replace(/\D/g, '') !== '' && !isMasked(one))
  const name = nameOf(person)
  return (
    <>
      <Avatar name={name} picture={account?.profile_picture ?? null} />
      <div className="gr-shrink">
        <p className={classes.name}>{name}</p>
        <div className="gr-tags">
          {person.is_account_deleted && <Badge>{messages.deletedAccount}</Badge>}
          {account === undefined && !person.is_account_deleted && <Badge>{messages.noAccount}</Badge>}
          {person.is_creator && <Badge>{messages.creator}</Badge>}
          {person.is_advisor && <Badge>{messages.advisor}</Badge>}
          {person.open_reports !== undefined && person.open_reports > 0 && (
            <Badge shape="ring" tone="warn">
              {messages.openReports(countText(person.open_reports))}
            </Badge>
          )}
        </div>
      </div>
      <div className={recordActions}>
        {mayFindOrders && phone !== undefined && (
          <Link
            {...paths.transactionList('all')}
            search={{ from: firstDay, phone: phone.replace(/\D/g, '').slice(-10) }}
            className={button.button}
          >
            {messages.orders}
          </Link>
        )}
        {mayErase && (
          <Link to={paths.personalData} search={{ person: person.person }} className={button.button}>
            {messages.data}
          </Link>
        )}
        {account && <RecordHistoryButton type="user" id={account._id} />}
      </div>
    </>
  )
}

function Contact({ person }: { person: Person }) {
  const [account] = person.accounts
  const otherNames = person.names.filter((one) => one !== person.name)
  return (
    <DescriptionList
      items={[
        { term: messages.name, value: person.name },
        ...(otherNames.length > 0 ? [{ term: messages.otherNames, value: otherNames.join(', ') }] : []),
        {
          term: messages.email,
          value: person.emails.length > 0 && <Copies name={messages.email} values={person.emails} />,
        },
        {
          term: messages.phone,
          value: person.phones.length > 0 && (
            <Copies name={messages.phone} values={person.phones} shown={formatPhone} />
          ),
        },
        ...(account?.username ? [{ term: messages.username, value: account.username }] : []),
        ...(account?.description
          ? [{ term: messages.about, value: <span className="gr-lines">{account.description}</span> }]
          : []),
        { term: messages.since, value: person.since && <Moment at={person.since} /> },
        ...(person.accounts.length > 1
          ? [
              {
                term: messages.accounts,
                value: (
                  <ul className={classes.lines}>
                    {person.accounts.map((one) => (
                      <li key={one._id}>
                        {messages.account(one.name || one._id, formatTime(one.created_at))}
                      </li>
                    ))}
                  </ul>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

function Copies({
  name,
  values,
  shown = (value) => value,
}: {
  name: string
  values: readonly string[]
  shown?: (value: string) => string
}) {
  return (
    <ul className={classes.lines}>
      {values.map((value) => (
        <li key={value}>
          <CopiedFact name={name} value={value} shown={shown(value)} label={`Copy ${name} ${value}`} />
        </li>
      ))}
    </ul>
  )
}

function Memberships({ held }: { held: readonly HeldMembership[] }) {
  if (held.length === 0) return <p className="gr-small gr-faint">{messages.noMemberships}</p>
  return (
    <ul className={classes.lines}>
      {held.map((one) => (
        <li key={one._id} className={classes.held}>
          <span>
            <Link to={paths.memberships} className={factLink}>
              {one.name}
            </Link>
            <span className="gr-fine gr-faint gr-num">
              {' '}
              {one.ends_at === null
                ? messages.runsFrom(formatTime(one.starts_at))
                : messages.runs(formatTime(one.starts_at), formatTime(one.ends_at))}
            </span>
          </span>
          <Badge {...stateOf(one)} />
        </li>
      ))}
    </ul>
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

function Sums({ sums }: { sums: NonNullable<Person['sums']> }) {
  if (sums.length === 0) return <p className="gr-small gr-faint">{messages.noOrders}</p>
  return (
    <table className={classes.sums} aria-label={messages.money}>
      <thead>
        <tr>
          <th scope="col">{messages.currency}</th>
          <th scope="col">{messages.count}</th>
          <th scope="col">{messages.completed}</th>
          <th scope="col">{messages.refunded}</th>
          <th scope="col">{messages.net}</th>
        </tr>
      </thead>
      <tbody>
        {sums.map(({ currency_code: currency, count, completed, refunded, net }) => (
          <tr key={currency}>
            <th scope="row">{currency}</th>
            <td data-label={messages.count}>{count.toLocaleString('en-IN')}</td>
            <td data-label={messages.completed}>{formatMoney(completed, currency)}</td>
            <td data-label={messages.refunded}>{formatMoney(refunded, currency)}</td>
            <td data-label={messages.net} className="gr-bold">
              {formatMoney(net, currency)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
