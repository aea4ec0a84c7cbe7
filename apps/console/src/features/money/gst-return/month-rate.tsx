import {
  getGstReturn,
  listGstMonths,
  setUsdRate,
} from '@greenroom/contract/money/gst-return/gst-return.endpoints'
import { type GstMonth, UsdRate } from '@greenroom/contract/money/gst-return/gst-return.schema'
import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { failureMessage, withReason } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { isStale } from '../../../lib/api/outdated.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { notify } from '../../../lib/notify.tsx'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { FactChanges } from '../../../ui/use-confirmed-facts.tsx'
import { monthPageMessages as messages } from './month-messages.ts'
import classes from './month-page.module.css'
import { rateText } from './month-texts.ts'
import { readRate } from './read-rate.ts'

/** A rate that is not saved yet. */
interface TypedRate {
  text: string
  /** The saved rate that it replaces, as it was shown. */
  replaces: string
}

/** Rupees for one dollar in this month. A filed month keeps its rate. */
export function MonthRate({ month }: { month: GstMonth }) {
  const [typed, onType] = useState<TypedRate>()
  const saved = rateText(month)
  const [error, setError] = useState<string>()
  const [isAccepted, setAccepted] = useState(false)
  const maySet = useMay<typeof setUsdRate>('money.write')
  const saving = useCall(setUsdRate, {
    invalidates: [listGstMonths, getGstReturn],
    refreshesOnConflict: true,
  })
  const isFiled = month.filed_at !== null
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
  if (!maySet || isFiled) return null
  return (
    <form className={classes.rate} noValidate onSubmit={(event) => void save(event)}>
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
      <BusyButton type="submit" variant="default" size="md" busy={saving.isPending}>
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
