import { isMasked } from '@greenroom/contract/access/personal'
import type { listTransactions } from '@greenroom/contract/money/transaction/transaction.endpoints'
import { getPersonPage } from '@greenroom/contract/people/person/person.endpoints'
import { type PersonPage as Person, timelineKindNames } from '@greenroom/contract/people/person/person.schema'
import type { getErasure } from '@greenroom/contract/people/person/personal-data.endpoints'
import type { listStaffSessions } from '@greenroom/contract/staff/session/open-session.endpoints'
import { IconUserOff } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { countText } from '../../../lib/count-text.ts'
import { firstDay, paths } from '../../../lib/paths.ts'
import { useRecordName } from '../../../lib/record-name.ts'
import { Avatar } from '../../../shared/record/avatar/avatar.tsx'
import { RecordHistoryButton } from '../../../shared/record/record-history/record-history-button.tsx'
import { useDialogSearch, useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { RecordScreen, recordActions } from '../../../shared/record/record-page/record-page.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import button from '../../../ui/light-button.module.css'
import { LightButton } from '../../../ui/light-button.tsx'
import { ConsentDialogs } from './person-consents.tsx'
import { PersonFacts } from './person-facts.tsx'
import { PersonLayout, PersonSkeleton } from './person-layout.tsx'
import { personPageMessages as messages, splitMessages as split } from './person-messages.ts'
import { monthOf } from './person-months.ts'
import classes from './person-page.module.css'
import { PersonTimeline } from './person-timeline.tsx'
import { SamePeople } from './same-people.tsx'
import { useMayJoin } from './use-joining.ts'
import { usePersonNote } from './use-person-note.tsx'

const PostDialog = lazyDialog('post-dialog', () =>
  import('../../../shared/community/post-view/post-dialog.tsx').then((part) => part.PostDialog),
)
const MergeDialog = lazyDialog('merge-people', () =>
  import('./merge-dialog.tsx').then((part) => part.MergeDialog),
)
const SplitDialog = lazyDialog('split-person', () =>
  import('./split-dialog.tsx').then((part) => part.SplitDialog),
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
      skeleton={<PersonSkeleton label={messages.loading} />}
    >
      {(person) => <Content key={person.person} person={person} />}
    </RecordScreen>
  )
}

/** What the person is called, also where there is no name. */
function nameOf({ name, emails, phones }: Person): string {
  return name || emails[0] || phones[0] || 'Unnamed person'
}

interface Dialogs {
  post?: string | undefined
  merge?: string | undefined
  split?: '1' | undefined
  consent?: string | undefined
}

function Content({ person }: { person: Person }) {
  const { kind, post, merge, split, consent } = route.useSearch()
  const { last } = useLastOpened(post)
  const { last: other } = useLastOpened(merge)
  const isSplitWanted = useLastOpened(split).last !== undefined
  const { go } = useListSearch<{ kind?: string | undefined }>()
  const { open, close } = useDialogSearch<Dialogs>({
    post: undefined,
    merge: undefined,
    split: undefined,
    consent: undefined,
  })
  const note = usePersonNote(person.person)
  return (
    <>
      <PersonLayout
        head={<Head person={person} onSplit={() => open({ split: '1' })} />}
        notice={<SamePeople person={person.person} onCompare={(one) => open({ merge: one })} />}
        facts={<PersonFacts person={person} onConsents={(dialog) => open({ consent: dialog })} />}
        side={
          <PersonTimeline
            person={person}
            kind={timelineKindNames.find((one) => one === kind)}
            onKind={(next) => go({ kind: next }, { replace: true })}
            onNote={note.onOpen}
          >
            {note.form}
          </PersonTimeline>
        }
      />
      {other !== undefined && (
        <MergeDialog
          opened={merge !== undefined}
          person={person.person}
          other={other}
          onClose={close}
          onMerged={close}
        />
      )}
      {isSplitWanted && <SplitDialog opened={split !== undefined} person={person.person} onClose={close} />}
      <ConsentDialogs person={person.person} opened={consent} onClose={close} />
      {last !== undefined && <PostDialog opened={post !== undefined} postId={last} onClose={close} />}
    </>
  )
}

function Head({ person, onSplit }: { person: Person; onSplit: () => void }) {
  const [account] = person.accounts
  const mayFindOrders = useMay<typeof listTransactions>('money.read')
  const maySplit = useMayJoin() && person.emails.length + person.phones.length + person.accounts.length > 1
  const mayErase = useMay<typeof getErasure>('personal.erase')
  const maySeeLooks = useMay<typeof listStaffSessions>('staff.read', 'staff.write')
  const phone = person.phones.find((one) => one.replace(/\D/g, '') !== '' && !isMasked(one))
  const since = person.since && messages.sinceMonth(monthOf(person.since, 'short'))
  return (
    <>
      <Avatar name={nameOf(person)} picture={account?.profile_picture ?? null} />
      <div className={classes.who}>
        <p className="gr-break">
          <span className="gr-heading gr-bold">{nameOf(person)}</span>
        </p>
        <p className="gr-quiet gr-break">
          {[account?.designation, since].filter(Boolean).join(' · ') || messages.noDates}
        </p>
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
      <div className={`${recordActions} ${classes.actions}`}>
        {mayFindOrders && phone !== undefined && (
          <Link
            {...paths.transactionList('all')}
            search={{ from: firstDay, phone: phone.replace(/\D/g, '').slice(-10) }}
            className={button.button}
          >
            {messages.orders}
          </Link>
        )}
        {maySplit && (
          <LightButton aria-haspopup="dialog" onClick={onSplit}>
            {split.open}
          </LightButton>
        )}
        {mayErase && (
          <Link to={paths.personalData} search={{ person: person.person }} className={button.button}>
            {messages.data}
          </Link>
        )}
        {maySeeLooks && (
          <Link
            to={paths.history}
            search={{ kind: 'looks', record: `person:${person.person}` }}
            className={button.button}
          >
            {messages.looks}
          </Link>
        )}
        {account && <RecordHistoryButton type="user" id={account._id} />}
      </div>
    </>
  )
}
