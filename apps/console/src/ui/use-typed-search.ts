import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

interface TypedSearch {
  text: string
  setText: (text: string) => void
  clear: () => void
  /** Enter applies the text at once, Escape clears it. */
  onKeyDown: (event: KeyboardEvent) => void
}

/**
 * The text of a search field, applied when typing pauses.
 * @param value the text in the address; one from elsewhere, such as Back, replaces what was typed
 * @param accept returns false for a trimmed text that must not be applied
 */
export function useTypedSearch(
  value: string,
  onChange: (value: string) => void,
  debounceMs: number,
  accept: (text: string) => boolean = () => true,
): TypedSearch {
  const [text, setText] = useState(value)
  const passedOn = useRef(value)

  const apply = (typed: string) => {
    const next = typed.trim()
    if (!accept(next) || next === passedOn.current) return
    passedOn.current = next
    onChange(next)
  }
  const latestApply = useRef(apply)
  latestApply.current = apply

  useEffect(() => {
    if (value === passedOn.current) return
    passedOn.current = value
    setText(value)
  }, [value])

  useEffect(() => {
    const timer = setTimeout(() => latestApply.current(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text, debounceMs])

  const clear = () => {
    setText('')
    apply('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') apply(text)
    if (event.key === 'Escape' && text !== '') {
      event.preventDefault()
      clear()
    }
  }
  return { text, setText, clear, onKeyDown }
}
