import { useEventListener } from '@mantine/hooks'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { FieldHint } from './field-hint.tsx'
import classes from './numeric-entry.module.css'

/** The number in a pasted text, or why it is refused. */
export type Reading<Value> = { value: Value } | { refusal: string }

interface NumericEntryOptions<Value> {
  value: Value
  onChange: (value: Value) => void
  /**
   * Returns why a typed character is refused; undefined accepts it.
   * @param text the field's content with the character
   */
  refuse: (character: string, text: string) => string | undefined
  /** Parses a pasted text that contains more than digits. */
  read: (text: string) => Reading<Value>
}

export const negativeRefused = 'Negative numbers are not accepted.'

/**
 * Handles typing, paste and undo in a number field. A refused key or paste changes nothing and shows the reason; a
 * pasted number replaces the whole value. Undo is implemented here because reformatting on every key clears the
 * browser's undo history.
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
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey === event.metaKey) return
    const key = event.key.toLowerCase()
    const isRedo = key === (event.shiftKey ? 'z' : 'y')
    if (!isRedo && (key !== 'z' || event.shiftKey)) return
    event.preventDefault()
    if (isRedo) redo()
    else undo()
  }

  // React's onBeforeInput has neither the input type nor deletions.
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
    /** Whether the current input event is a deletion. */
    isDeletion,
    refusal: refusal && (
      <span role="alert">
        <FieldHint tone="warn">{refusal}</FieldHint>
      </span>
    ),
    setRefusal,
    inputProps: {
      getInputRef,
      onKeyDown,
      onFocusCapture: () => {
        past.current = []
        future.current = []
        setRefusal(undefined)
      },
      onDoubleClick: (event: MouseEvent<HTMLInputElement>) => event.currentTarget.select(),
    },
  }
}

/** The unit or currency at the right end of a number field. */
export function Unit({ children }: { children: ReactNode }) {
  return <span className={classes.unit}>{children}</span>
}
