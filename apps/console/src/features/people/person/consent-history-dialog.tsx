import type { listTransactions } from '@greenroom/contract/money/transaction/transaction.endpoints'
import { listConsents } from '@greenroom/contract/people/person/consent.endpoints'
import type { ConsentEntry } from '@greenroom/contract/people/person/consent.schema'
import { IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { formatTime } from '../../../lib/dates.ts'
import { paths } from '../../../lib/paths.ts'
import { LoadFailure } from '../../../shared/record/record-list/load-failure.tsx'
import { factLink } from '../../../shared/record/record-page/record-page.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import { channelLabels, consentHistoryMessages as messages, sourceTexts } from './consent-messages.ts'
import classes from './person-entry.module.css'

interface ConsentHistoryDialogProps {
  opened: boolean
  person: string
  onClose: () => void
}

/** What a person agreed to and withdrew, the latest first (OQ-736). */
export function ConsentHistoryDialog({ opened, person, onClose }: ConsentHistoryDialogProps) {
  const { data, error, refetch } = useRead(
    listConsents,
    { params: { person } },
    { enabled: opened, keepPrevious: false },
  )
  return (
    <Dialog opened={opened} onClose={onClose} title={messages.title} size="detail">
      {data === undefined ? (
        error ? (
          <LoadFailure title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading label={messages.loading} className="gr-stack">
            {['70%', '55%', '64%'].map((width) => (
              <Skeleton key={width} width={width} height={20} />
            ))}
          </Loading>
        )
      ) : data.length === 0 ? (
        <StatePanel kind="empty" icon={IconHistory} title={messages.empty} help={messages.emptyHelp} />
      ) : (
        <ol aria-label={messages.entries}>
          {data.map((entry) => (
            <Entry key={entry._id} entry={entry} />
          ))}
        </ol>
      )}
    </Dialog>
  )
}

function Entry({ entry }: { entry: ConsentEntry }) {
  const { is_given, channel, at, note, agreed_to, by, by_name, recorded_at } = entry
  const recorded = formatTime(recorded_at)
  return (
    <li className={classes.entry}>
      <span className={classes.glyph}>
        <StatusGlyph shape={is_given ? 'tick' : 'cross'} tone={is_given ? 'ok' : 'bad'} />
      </span>
      <p className={classes.title}>{messages.said(channelLabels[channel], is_given)}</p>
      <div className={classes.more}>
        {note !== null && <p className={classes.quote}>{note}</p>}
        {agreed_to !== null && <p className={classes.quote}>{messages.agreedTo(agreed_to)}</p>}
        <p className={classes.facts}>
          <time dateTime={at}>{formatTime(at)}</time>, <Source entry={entry} />
        </p>
        <p className={classes.facts}>
          {by === null ? (
            messages.received(recorded)
          ) : (
            <>
              {messages.recorded(recorded)} <span title={by}>{by_name ?? by}</span>
            </>
          )}
        </p>
      </div>
    </li>
  )
}

/** From where it is known, which leads to the order for roles that may open it. */
function Source({ entry: { source, record_id } }: { entry: ConsentEntry }) {
  const mayOpen = useMay<typeof listTransactions>('money.read')
  const text = sourceTexts[source]
  if (source !== 'order' || record_id === null || !mayOpen) return text
  return (
    <Link {...paths.transaction(record_id)} className={factLink}>
      {text}
    </Link>
  )
}
