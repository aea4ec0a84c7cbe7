import type { Overview } from '@greenroom/contract/desk/overview/overview.schema'
import { IconMoodCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { countText } from '../../../lib/count-text.ts'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { waitingRows } from './overview-links.ts'
import { waitingMessages } from './overview-messages.ts'
import { OverviewPart } from './overview-part.tsx'
import { ageText } from './overview-texts.ts'
import classes from './waiting-part.module.css'

/** What waits, each number as a link to its rows (OQ-448). */
export function WaitingPart({
  waiting,
  oldest,
  now,
}: Pick<Overview, 'waiting' | 'oldest'> & { now: number }) {
  const rows = waitingRows(waiting, oldest)
  return (
    <OverviewPart title={waitingMessages.title}>
      {rows.length === 0 ? (
        <StatePanel
          kind="empty"
          icon={IconMoodCheck}
          title={waitingMessages.empty}
          help={waitingMessages.emptyHelp}
        />
      ) : (
        <ul className={classes.rows}>
          {rows.map((row) => (
            <li key={row.name}>
              <Link {...row.link} className={classes.row}>
                <span className="gr-grow">
                  {waitingMessages[row.name]}
                  {row.oldest !== undefined && (
                    <span className={classes.age}>{waitingMessages.oldest(ageText(row.oldest, now))}</span>
                  )}
                </span>
                <span className={classes.count}>{countText(row.count)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </OverviewPart>
  )
}
