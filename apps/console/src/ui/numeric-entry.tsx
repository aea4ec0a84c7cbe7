import { getHotkeyHandler, useEventListener } from '@mantine/hooks'
import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { FieldHint } from './field-hint.tsx'
import classes from './numeric-entry.module.css'

/** What a pasted text says, or why it cannot be taken. */
export type Reading<Value> = { value: Value } | { refusal: string }

interface NumericEntryOptions<Value> {
  value: Value
  onChange: (value: Value) => void
  /** Why a typed character is refused; undefined accepts it. @param text the field with the character in it */
  refuse: (character: string, text: string) => string | undefined
  /** Reads a pasted text that is more than digits. */
  read: (text: string) => Reading<Value>
}

export const negativeRefused = 'Negative numbers are not accepted.'

/**
 * Typing, pasting and undo of a field for numbers. A refused key or paste changes nothing and says why; a pasted number
 * replaces the whole value. Undo is kept here because formatting at every key clears the browser's own.
 */
export function useNumericEntry<Value>({ value, onChange, refuse, read }: NumericEntryOptions<Value>) {
  const [refusal, setRefusal] = useState<string>()
  const past = useRef<Value[]>([])
  const future = useRef<Value[]>([])
  const isDeletion = useRef(false)

  const change = (next: Value) => {
    past.current.push(value)
    future.current = []
    onChange(next)
  }
  const step = (from: Value[], to: Value[]) => {
    const next = from.pop()
    if (next === undefined) return
    to.push(value)
    onChange(next)
  }
  const undo = () => step(past.current, future.current)
  const redo = () => step(future.current, past.current)

  // React's own onBeforeInput knows neither the kind of input nor deletions.
  const getInputRef = useEventListener('beforeinput', (event) => {
    const input = event.currentTarget as HTMLInputElement
    const text = (event.data ?? event.dataTransfer?.getData('text/plain') ?? '').trim()
    isDeletion.current = event.inputType.startsWith('delete')
    if (event.inputType === 'historyUndo' || event.inputType === 'historyRedo') {
      event.preventDefault()
      return event.inputType === 'historyUndo' ? undo() : redo()
    }
    if (/^\d*$/.test(text)) return
    if (text.length > 1) {
      event.preventDefault()
      const reading = read(text)
      setRefusal('refusal' in reading ? reading.refusal : undefined)
      if ('value' in reading) change(reading.value)
      return
    }
    const { value: shown, selectionStart, selectionEnd } = input
    const refused = refuse(text, shown.slice(0, selectionStart ?? 0) + text + shown.slice(selectionEnd ?? 0))
    if (refused === undefined) return
    event.preventDefault()
    setRefusal(refused)
  })

  return {
    change,
    /** Whether the input event that is being handled deletes. */
    isDeletion,
    refusal: refusal && (
      <span role="alert">
        <FieldHint tone="warn">{refusal}</FieldHint>
      </span>
    ),
    setRefusal,
    inputProps: {
      getInputRef,
      onKeyDown: getHotkeyHandler([
        ['mod+Z', undo],
        ['mod+shift+Z', redo],
        ['mod+Y', redo],
      ]),
      onFocusCapture: () => {
        past.current = []
        future.current = []
        setRefusal(undefined)
      },
      onDoubleClick: (event: MouseEvent<HTMLInputElement>) => event.currentTarget.select(),
    },
  }
}

/** What a number counts or which currency it is in, at the right end of its field. */
export function Unit({ children }: { children: ReactNode }) {
  return <span className={classes.unit}>{children}</span>
}
