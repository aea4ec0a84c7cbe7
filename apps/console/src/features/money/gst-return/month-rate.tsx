import {
  getGstReturn,
  listGstMonths,
  setUsdRate,
} from '@greenroom/contract/money/gst-return/gst-return.endpoints'
import { type GstMonth, UsdRate } from '@greenroom/contract/money/gst-return/gst-return.schema'
import { TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { failureMessage, withReason } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { isStale } from '../../../lib/api/outdated.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { notify } from '../../../lib/notify.tsx'
import { formDraft } from '../../../shared/record/record-form/form-draft.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { RestoredNotice } from '../../../ui/form-notice.tsx'
import { useUnsavedChanges } from '../../../ui/unsaved-changes.ts'
import { FactChanges } from '../../../ui/use-confirmed-facts.tsx'
import { monthPageMessages as messages } from './month-messages.ts'
import classes from './month-page.module.css'
import { rateText } from './month-texts.ts'
import { readRate } from './read-rate.ts'

/** A rate that is not saved yet, and the saved rate that it replaces, as it was shown. */
const TypedRate = z.object({ text: z.string(), replaces: z.string() })
type TypedRate = z.output<typeof TypedRate>

/** Rupees for one dollar in this month. A filed month keeps its rate. */
export function MonthRate({ month, isMain }: { month: GstMonth; isMain: boolean }) {
  const [draft] = useState(() => formDraft('month-rate', TypedRate, z.null(), month.month))
  const [restored, setRestored] = useState(draft.read)
  const [typed, onType] = useState<TypedRate | undefined>(restored?.values)
  const saved = rateText(month)
  const [error, setError] = useState<string>()
  const [isAccepted, setAccepted] = useState(false)
  const maySet = useMay<typeof setUsdRate>('money.write')
  const saving = useCall(setUsdRate, {
    invalidates: [listGstMonths, getGstReturn],
    refreshesOnConflict: true,
  })
  const isFiled = month.filed_at !== null
  const isShown = maySet && !isFiled
  useUnsavedChanges(isShown && (typed !== undefined || saving.isPending), {
    isSaving: saving.isPending,
    forget: () => draft.clear(),
  })
  // Written on every change, because the session can end while somebody types.
  useEffect(() => {
    if (typed) draft.write({ values: typed, base: null, marks: [] })
    else draft.clear()
  }, [draft, typed])
  const text = typed?.text ?? saved
  const isReplaced = typed !== undefined && typed.replaces !== saved && !saving.isPending
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (saving.isPending) return
    const usd_rate = UsdRate.safeParse(readRate(text))
    setError(usd_rate.success ? undefined : usd_rate.error.issues[0]?.message)
    if (!usd_rate.success) return
    if (typed && isReplaced) {
      onType({ ...typed, replaces: saved })
      setAccepted(true)
      return
    }
    setAccepted(false)
    try {
      await notify.progress(
        saving.call({
          params: { month: month.month },
          body: { usd_rate: usd_rate.data },
          version: month.version,
        }),
        {
          pending: messages.savingRate,
          success: messages.rateSaved,
          error: (reason) => (isStale(reason) ? undefined : withReason(messages.rateFailed, reason)),
        },
      )
      setRestored(null)
      onType(undefined)
    } catch (reason) {
      // The toast has reported any other failure.
      if (!isStale(reason)) return
      setError(failureMessage(reason))
      // The refusal names the change. The next press saves over it.
      if (typed) onType({ ...typed, replaces: rateText(reason.data as GstMonth) })
    }
  }
  // The step says which rate a month has.
  if (!isShown) return null
  return (
    <form className={classes.rate} noValidate onSubmit={(event) => void save(event)}>
      {restored && typed && (
        <div className={classes.restored}>
          <RestoredNotice
            lost={[]}
            onDiscard={() => {
              setRestored(null)
              setError(undefined)
              onType(undefined)
            }}
          />
        </div>
      )}
      <TextInput
        label={messages.rate}
        inputMode="decimal"
        value={text}
        error={error}
        onChange={(event) => {
          const next = event.currentTarget.value
          setError(undefined)
          setAccepted(false)
          onType(next === saved ? undefined : { text: next, replaces: typed?.replaces ?? saved })
        }}
      />
      <BusyButton type="submit" variant={isMain ? 'filled' : 'default'} size="md" busy={saving.isPending}>
        {messages.saveRate}
      </BusyButton>
      <FactChanges
        facts={{
          changes: isReplaced
            ? [
                {
                  term: messages.rate,
                  before: typed.replaces || messages.noRate,
                  now: saved || messages.noRate,
                },
              ]
            : [],
          isAccepted,
        }}
        confirmLabel={messages.saveRate}
      />
    </form>
  )
}
