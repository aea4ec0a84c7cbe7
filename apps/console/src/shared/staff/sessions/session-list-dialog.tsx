import type { OpenSession } from '@greenroom/contract/staff/session/session.schema'
import { IconDevices } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { formatTime } from '../../../lib/dates.ts'
import { notify } from '../../../lib/notify.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { LightButton } from '../../../ui/light-button.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { LoadFailure } from '../../record/record-list/load-failure.tsx'
import { browserName } from './browser-name.ts'
import { sessionCode } from './session-code.ts'
import classes from './session-list-dialog.module.css'
import { sessionsMessages as messages } from './sessions-messages.ts'

type ListedSession = OpenSession & { is_this_one?: boolean }

interface SessionListDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  help: string
  read: { data: readonly ListedSession[] | undefined; error: Error | null; refetch: () => unknown }
  /** Ends one session. */
  onEnd: (id: string) => Promise<unknown>
  /** Ends all that are listed but the one of this tab. */
  onEndAll: () => Promise<{ data: { ended: number } }>
  endAllLabel: string
}

const all = 'all'

/** Open sessions, each with a button that ends it (OQ-690). */
export function SessionListDialog({
  opened,
  onClose,
  title,
  help,
  read,
  onEnd,
  onEndAll,
  endAllLabel,
}: SessionListDialogProps) {
  const sessions = read.data
  /** The session that is being ended, or all. */
  const [ending, setEnding] = useState<string>()
  const list = useRef<HTMLUListElement>(null)

  async function run<T>(what: string, work: () => Promise<T>, success: string | ((result: T) => string)) {
    if (ending !== undefined) return
    setEnding(what)
    try {
      await notify.progress(work(), {
        pending: what === all ? messages.endingAll : messages.ending,
        success,
        error: messages.failed,
      })
      // The button goes with its session.
      list.current?.focus()
    } catch {
      // The toast says so.
    } finally {
      setEnding(undefined)
    }
  }

  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      size="side"
      focusesTitle
      footer={
        sessions?.some((session) => !session.is_this_one) && (
          <LightButton
            busy={ending === all}
            onClick={() => void run(all, onEndAll, ({ data }) => messages.endedCount(data.ended))}
          >
            {endAllLabel}
          </LightButton>
        )
      }
    >
      <p className="gr-small gr-quiet">{help}</p>
      {sessions && sessions.length > 0 ? (
        <ul ref={list} tabIndex={-1} className={classes.list} aria-label={messages.list}>
          {sessions.map((session) => (
            <Session
              key={session._id}
              session={session}
              isEnding={ending === session._id}
              onEnd={() => void run(session._id, () => onEnd(session._id), messages.ended)}
            />
          ))}
        </ul>
      ) : sessions ? (
        <StatePanel kind="empty" icon={IconDevices} title={messages.empty} help={messages.emptyHelp} />
      ) : read.error ? (
        <LoadFailure title={messages.loadFailed} error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <Loading label={messages.loading} className="gr-stack">
          {['60%', '45%'].map((width) => (
            <div key={width} className={classes.session}>
              <Skeleton width={width} />
            </div>
          ))}
        </Loading>
      )}
    </Dialog>
  )
}

function Session({
  session,
  isEnding,
  onEnd,
}: {
  session: ListedSession
  isEnding: boolean
  onEnd: () => void
}) {
  const browser = browserName(session.browser)
  const since = formatTime(session.started_at)
  return (
    <li className={classes.session}>
      <div className="gr-grow">
        <div className={classes.browser}>
          <span className="gr-bold gr-break">{browser}</span>
          {session.is_this_one && (
            <Badge shape="dot" tone="ok">
              {messages.thisOne}
            </Badge>
          )}
        </div>
        <p className="gr-fine gr-faint gr-break">
          {messages.since(since)}, {sessionCode(session._id)}
        </p>
        <p className="gr-fine gr-faint gr-break">
          {messages.lastCall(formatTime(session.last_call_at), session.address)}
        </p>
      </div>
      {!session.is_this_one && (
        <LightButton busy={isEnding} aria-label={messages.endOf(browser, since)} onClick={onEnd}>
          {messages.end}
        </LightButton>
      )}
    </li>
  )
}
