import { type CSSProperties, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { CardButton } from './card-parts.tsx'
import classes from './clamped-text.module.css'

interface ClampedTextProps {
  /** Lines that are shown until the text is expanded. */
  lines: number
  /** What the text belongs to, for the accessible name of the button. */
  of: string
  className?: string | undefined
  dir?: 'auto'
  translate?: 'yes'
  children: ReactNode
}

/** A text of which the first lines are shown, with a button to expand it if it is longer. */
export function ClampedText({ lines, of, className = '', dir, translate, children }: ClampedTextProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [isCut, setCut] = useState(false)
  const text = useRef<HTMLParagraphElement>(null)

  // Measured before the first paint, so that nothing moves, and again when the width changes.
  useLayoutEffect(() => {
    const element = text.current
    if (!element || isOpen) return
    const measure = () => setCut(element.scrollHeight > element.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isOpen])

  return (
    <div className={classes.clamped} data-one-line={lines === 1 || undefined}>
      <p
        ref={text}
        id={id}
        className={`${classes.text} ${className}`}
        dir={dir}
        translate={translate}
        data-cut={!isOpen || undefined}
        style={{ '--lines': lines } as CSSProperties}
      >
        {children}
      </p>
      {(isCut || isOpen) && (
        <CardButton
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={`${isOpen ? 'Show less' : 'Show more'} of ${of}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show more'}
        </CardButton>
      )}
    </div>
  )
}
