import {
  type Reports,
  type ReportType,
  reportTypes,
} from '@greenroom/contract/community/moderation/moderation.schema'
import { Checkbox } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { countText } from '../../../lib/count-text.ts'
import { useLetters } from '../../../lib/letter-keys.ts'
import { reportPanelMessages, reportTypeLabels } from './moderation-messages.ts'
import classes from './report-panel.module.css'

interface ReportPanelProps {
  types: readonly ReportType[]
  onTypes: (types: ReportType[]) => void
  /** Items that wait for each type; undefined until they are loaded. */
  counts: Reports | undefined
  /** Whether the cards can show a post. */
  showsPost?: boolean
  /** Whether the role includes Ignore and Delete. */
  mayAct: boolean
}

/** The report types as checkboxes (MOD-02), and the keyboard shortcuts below them. */
export function ReportPanel({ types, onTypes, counts, showsPost = false, mayAct }: ReportPanelProps) {
  const id = useId()
  const hasLetters = useLetters()
  return (
    <div className={classes.panel}>
      <fieldset aria-labelledby={`${id}-types`} aria-describedby={`${id}-hint`}>
        <div className={classes.head}>
          <h2 id={`${id}-types`} className={classes.title}>
            {reportPanelMessages.types}
          </h2>
          {types.length > 0 && (
            <button type="button" className={classes.clear} onClick={() => onTypes([])}>
              {reportPanelMessages.clear}
            </button>
          )}
        </div>
        <p id={`${id}-hint`} className={classes.hint}>
          {reportPanelMessages.hint}
        </p>
        <div className={classes.types}>
          {reportTypes.map((type) => (
            <div key={type} className={classes.type}>
              <Checkbox
                label={reportTypeLabels[type]}
                aria-describedby={`${id}-${type}`}
                checked={types.includes(type)}
                onChange={({ currentTarget }) =>
                  onTypes(currentTarget.checked ? [...types, type] : types.filter((one) => one !== type))
                }
              />
              <span id={`${id}-${type}`} className={classes.count}>
                {counts && countText(counts[type])}
              </span>
            </div>
          ))}
        </div>
      </fieldset>
      {hasLetters && (
        <section className={classes.keys} aria-labelledby={`${id}-keys`}>
          <h2 id={`${id}-keys`} className="gr-fine gr-faint">
            {reportPanelMessages.keyboard}
          </h2>
          <dl>
            <KeyLine keys={['J', 'K']}>{reportPanelMessages.nextPrevious}</KeyLine>
            {mayAct && (
              <>
                <KeyLine keys={['I']}>{reportPanelMessages.ignore}</KeyLine>
                <KeyLine keys={['D', 'Y']}>{reportPanelMessages.remove}</KeyLine>
              </>
            )}
            {showsPost && <KeyLine keys={['P']}>{reportPanelMessages.showPost}</KeyLine>}
          </dl>
          <p className={classes.hint}>{reportPanelMessages.keysHint}</p>
        </section>
      )}
    </div>
  )
}

function KeyLine({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <div className={classes.keyLine}>
      <dt>
        {keys.map((key) => (
          <kbd key={key} className="gr-key">
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
