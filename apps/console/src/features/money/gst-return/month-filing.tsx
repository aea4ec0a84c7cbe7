import {
  fileGstMonth,
  listGstMonths,
  reopenGstMonth,
} from '@greenroom/contract/money/gst-return/gst-return.endpoints'
import { Arn, type GstMonth } from '@greenroom/contract/money/gst-return/gst-return.schema'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { failureMessage, withReason } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { formatMonth } from '../../../lib/dates.ts'
import { notify } from '../../../lib/notify.tsx'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { FactQuestion } from '../../../shared/record/question/fact-question.tsx'
import { monthPageMessages as messages, monthColumns, monthMessages } from './month-messages.ts'
import { fileObstacle, openStepTexts, rateText, statusText } from './month-texts.ts'

/**
 * Marks a month as filed, or as not filed. The main action only when all steps before it are done (OQ-659).
 * @param today the day in India, YYYY-MM-DD
 */
export function MonthFiling({ month, today }: { month: GstMonth; today: string }) {
  const [isAsking, setIsAsking] = useState(false)
  // The question keeps its verb, whatever a colleague does while it is open.
  const [asked, setAsked] = useState<'file' | 'reopen'>('file')
  const [arn, setArn] = useState('')
  const [arnProblem, setArnProblem] = useState<string>()
  const mayFile = useMay<typeof fileGstMonth>('money.write')
  const filing = useCall(fileGstMonth, { invalidates: [listGstMonths], refreshesOnConflict: true })
  const reopening = useCall(reopenGstMonth, { invalidates: [listGstMonths], refreshesOnConflict: true })
  const isShown = useIsShown(isAsking)
  if (!mayFile) return null
  const name = formatMonth(month.month)
  const isFiled = month.filed_at !== null
  const isReopening = asked === 'reopen'
  const documents = month.invoices + month.credit_notes + month.debit_notes
  const later = month.exported?.later ?? 0
  const open = openStepTexts(month)
  const change = async () => {
    const read = arn.trim() === '' ? undefined : Arn.safeParse(arn)
    if (!isReopening && read?.success === false) {
      setArnProblem(read.error.issues[0]?.message)
      throw new Error(read.error.issues[0]?.message)
    }
    const { version } = month
    const params = { month: month.month }
    const work = isReopening
      ? reopening.call({ params, version })
      : filing.call({
          params,
          version,
          body: {
            ...{ documents, state_missing: month.state_missing, later },
            ...(read?.success && { arn: read.data }),
          },
        })
    await notify.progress(work, {
      pending: isReopening ? messages.reopening : messages.filing,
      success: isReopening ? messages.reopened : messages.filed,
      // The question shows why.
      error: (reason) => (isShown.current ? undefined : failureMessage(reason)),
    })
  }
  return (
    <>
      <Button
        variant={isFiled || open.length > 0 ? 'default' : 'filled'}
        disabled={!isFiled && fileObstacle(month, today) !== undefined}
        aria-haspopup="dialog"
        onClick={() => {
          setAsked(isFiled ? 'reopen' : 'file')
          setIsAsking(true)
        }}
      >
        {isFiled ? messages.reopen : messages.file}
      </Button>
      <FactQuestion
        opened={isAsking}
        title={isReopening ? messages.reopenTitle(name) : messages.fileTitle(name)}
        confirmLabel={isReopening ? messages.reopen : messages.file}
        cancelLabel="Cancel"
        destructive={isReopening}
        isReady={isFiled === isReopening}
        facts={[
          { term: messages.gstr1, value: statusText(month) },
          {
            term: monthColumns.documents,
            value: monthMessages.documents(month),
          },
          { term: messages.stateMissing, value: String(month.state_missing) },
          { term: messages.rate, value: rateText(month) || messages.noRate },
          ...(isReopening ? [] : [{ term: messages.open, value: open.join(', ') || messages.noneOpen }]),
        ]}
        describeFailure={(reason) => withReason(messages.failed, reason)}
        onConfirm={change}
        onClose={() => setIsAsking(false)}
      >
        <p>{isReopening ? messages.reopenEffect : messages.fileEffect}</p>
        {!isReopening && (
          <TextInput
            label={messages.arnLabel}
            description={messages.arnHint}
            maxLength={40}
            value={arn}
            error={arnProblem}
            onChange={(event) => {
              setArn(event.currentTarget.value)
              setArnProblem(undefined)
            }}
          />
        )}
        {!isReopening && open.length > 0 && (
          <>
            <p>{messages.fileWithOpen}</p>
            <ul>
              {open.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ul>
          </>
        )}
        {!isReopening && later > 0 && <p>{messages.fileLater(later)}</p>}
        {!isReopening && month.state_missing > 0 && <p>{messages.fileStateMissing(month.state_missing)}</p>}
      </FactQuestion>
    </>
  )
}
