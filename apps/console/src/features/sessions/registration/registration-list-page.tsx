import {
  listRegistrations,
  restoreRegistration,
} from '@greenroom/contract/sessions/registration/registration.endpoints'
import type {
  Registration,
  RegistrationState,
} from '@greenroom/contract/sessions/registration/registration.schema'
import { Button } from '@mantine/core'
import { IconCopy, IconUsers } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { countText } from '../../../lib/count-text.ts'
import { notify } from '../../../lib/notify.tsx'
import { onePress } from '../../../lib/one-press.ts'
import { paths } from '../../../lib/paths.ts'
import { useRecordName } from '../../../lib/record-name.ts'
import { ExportButton } from '../../../shared/record/export/export-button.tsx'
import { type PageSearch, pageRange } from '../../../shared/record/record-list/page-range.ts'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useNumberedRows } from '../../../shared/record/record-list/use-numbered-rows.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { refreshSeatCounts } from '../../../shared/sessions/registrations/seat-counts.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import filter from '../../../ui/filter-bar.module.css'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import button from '../../../ui/light-button.module.css'
import { Pager } from '../../../ui/pager.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { StatusTabs } from '../../../ui/status-tabs.tsx'
import { copyEmails, mostCopied } from './copy-emails.ts'
import classes from './registration-list-page.module.css'
import {
  registrationExportMessages as exportMessages,
  registrationMessages as messages,
  registrationTabs,
} from './registration-messages.ts'
import { RegistrationTable } from './registration-table.tsx'

const GiveBackDialog = lazyDialog('registration-give-back', () =>
  import('./registration-give-back-dialog.tsx').then((part) => part.GiveBackDialog),
)

interface RegistrationSearch extends PageSearch {
  state?: RegistrationState | undefined
  q?: string | undefined
}

/** The people of a masterclass, an event or a webinar (OQ-433). */
export function RegistrationListPage(): ReactNode {
  const { id = '' } = useParams({ strict: false })
  // Remount, so that the people of one session never appear under the name of another while they load.
  return <RegistrationList key={id} sessionId={id} />
}

function RegistrationList({ sessionId }: { sessionId: string }) {
  const search = useSearch({ strict: false }) as RegistrationSearch
  const { state = 'holding' } = search
  const maySearch = useMay('personal.read')
  const q = maySearch ? search.q : undefined
  const filters = { session_id: sessionId, state, ...(q === undefined ? {} : { q }) }
  const { filterBy: go } = useListSearch<RegistrationSearch>()
  const list = useNumberedRows(listRegistrations, {
    queryOf: (page) => ({ ...filters, ...pageRange({ page, size: search.size }) }),
    read: ({ registrations, count }) => ({ rows: registrations, total: count }),
  })
  const panel = useListPanel()
  const [givingBack, setGivingBack] = useState<Registration>()
  const { last: givenBack } = useLastOpened(givingBack)
  const client = useQueryClient()
  const { call: restore } = useCall(restoreRegistration, {
    invalidates: [listRegistrations],
    refreshesOnConflict: true,
  })
  const session = list.data?.session
  useRecordName(session?.title)

  if (list.data === undefined && list.error instanceof ApiError && list.error.status === 404) throw list.error

  const onRestore = ({ _id, version }: Registration) => {
    panel.focus()
    void onePress(`restore ${_id}`, () =>
      notify
        .progress(restore({ params: { id: _id }, version }), {
          pending: messages.restoring,
          success: messages.restored,
          error: messages.restoreFailed,
        })
        .then(() => refreshSeatCounts(client))
        .catch(() => undefined),
    )
  }
  return (
    <>
      <StatusTabs
        label={messages.tabsLabel}
        tabs={registrationTabs}
        counts={
          session
            ? {
                holding: countText(session.holding),
                given_back: countText(session.given_back),
                all: countText(session.holding + session.given_back),
              }
            : {}
        }
        value={state}
        onChange={(chosen) => go({ state: chosen === 'holding' ? undefined : chosen })}
      >
        <div className={`${filter.bar} ${classes.bar}`}>
          {maySearch && (
            <SearchField
              isLabelShown
              className={classes.search}
              label={messages.search}
              placeholder={messages.searchPlaceholder}
              value={q ?? ''}
              onChange={(text) => go({ q: text }, { replace: true })}
            />
          )}
          {/* Always there, so that it moves nothing when the people arrive. */}
          {maySearch && (
            <Button
              variant="default"
              className={`${filter.button} ${classes.copy}`}
              leftSection={<IconCopy size={16} stroke={1.5} aria-hidden="true" />}
              disabled={list.total === 0 || list.total > mostCopied}
              onClick={() => void onePress('copy e-mails', () => copyEmails(filters))}
            >
              {messages.copyEmails}
            </Button>
          )}
          <ExportButton
            className={`${filter.button} ${classes.export}`}
            title={exportMessages.title}
            what={list.isStale || !list.data ? undefined : exportMessages.rows(list.data.count)}
            request={(format) => ({ kind: 'registrations', format, filters })}
          >
            {messages.export}
          </ExportButton>
          <Link
            to={paths.people}
            search={{ session: sessionId }}
            className={`${button.button} ${filter.button}`}
          >
            {messages.inPeople}
          </Link>
        </div>
        <RecordList
          list={list}
          messages={state === 'given_back' ? { ...messages, emptyHelp: messages.noneGivenBack } : messages}
          icon={IconUsers}
          filter={
            q === undefined
              ? undefined
              : { help: messages.noMatch, clear: messages.clearSearch, onClear: () => go({ q: undefined }) }
          }
          skeleton={<RegistrationTable.Skeleton count={list.pager.size} />}
          panel={panel}
          foot={<Pager {...list.pager} />}
        >
          {(rows) => (
            <RegistrationTable
              rows={rows}
              onGiveBack={setGivingBack}
              onRestore={onRestore}
              onIntent={() => prefetchDialogs(GiveBackDialog)}
            />
          )}
        </RecordList>
      </StatusTabs>
      {givenBack && (
        <GiveBackDialog
          opened={givingBack !== undefined}
          registration={givenBack}
          onClose={() => setGivingBack(undefined)}
          onDone={() => panel.focus()}
        />
      )}
    </>
  )
}
