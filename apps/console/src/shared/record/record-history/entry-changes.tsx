import type { ChangeText } from '@greenroom/contract/desk/history/history-text'
import classes from './entry-changes.module.css'
import { recordHistoryMessages as messages } from './record-history-messages.ts'

/** The values that an entry changed: each with what it was and what it became. */
export function EntryChanges({ changes }: { changes: readonly ChangeText[] }) {
  return (
    <dl className={classes.list}>
      {changes.map(({ label, before, after }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the changes of an entry never move
        <div key={place} className={classes.change}>
          <dt>{label}</dt>
          <dd className="gr-break gr-lines">
            {before !== null && (
              <>
                <span className="gr-unseen">{messages.before} </span>
                <del className={classes.before}>{before}</del>{' '}
              </>
            )}
            <span className="gr-unseen">{messages.after} </span>
            <span aria-hidden="true" className="gr-faint">
              →{' '}
            </span>
            {after === null ? <span className="gr-faint">{messages.none}</span> : after}
          </dd>
        </div>
      ))}
    </dl>
  )
}
