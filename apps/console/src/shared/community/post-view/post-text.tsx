import { ClampedText } from '../../../ui/clamped-text.tsx'
import classes from './post-text.module.css'
import { textParts } from './text-links.ts'

interface PostTextProps {
  text: string
  /** Shows the first lines until the text is expanded. */
  clamp?: { lines: number; of: string }
}

/** A member's text exactly as typed: line breaks are kept, markup is text, and http(s) URLs are links. */
export function PostText({ text, clamp }: PostTextProps) {
  if (text === '') return null
  let place = 0
  // Forms send a line break as CR LF, and the CR would be rendered as a space.
  const lines = text.replace(/\r\n?/g, '\n')
  const parts = textParts(lines).map((part) => {
    const key = place
    place += part.text.length
    return part.href === undefined ? (
      part.text
    ) : (
      <a
        key={key}
        className={classes.link}
        href={part.href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
      >
        {part.text}
      </a>
    )
  })
  if (clamp) {
    return (
      <ClampedText {...clamp} className={classes.text} dir="auto" translate="yes">
        {parts}
      </ClampedText>
    )
  }
  return (
    <p className={classes.text} dir="auto" translate="yes">
      {parts}
    </p>
  )
}
