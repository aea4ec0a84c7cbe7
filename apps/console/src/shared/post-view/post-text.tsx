import classes from './post-text.module.css'
import { textParts } from './text-links.ts'

/** A member's text exactly as typed: line breaks are kept, markup is text, and http(s) URLs are links. */
export function PostText({ text }: { text: string }) {
  if (text === '') return null
  let place = 0
  // Forms send a line break as CR LF, and the CR would be rendered as a space.
  const lines = text.replace(/\r\n?/g, '\n')
  return (
    <p className={classes.text} dir="auto">
      {textParts(lines).map((part) => {
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
      })}
    </p>
  )
}
