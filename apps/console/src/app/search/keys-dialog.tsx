import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { switchLetters, useLetters } from '../../lib/letter-keys.ts'
import { modKey } from '../../lib/mod-key.ts'
import { Dialog } from '../../ui/dialog.tsx'
import button from '../../ui/light-button.module.css'
import { LightButton } from '../../ui/light-button.tsx'
import { useScreenGuide } from '../use-screen-guide.ts'
import { keyGroups } from './key-list.ts'
import classes from './keys-dialog.module.css'

/** Lists the keys of the console, and switches single letters off (OQ-460). */
export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const hasLetters = useLetters()
  const guide = useScreenGuide()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Keyboard shortcuts"
      size="wide"
      focusesTitle
      footer={
        <>
          <p className={classes.note} role="status">
            {hasLetters
              ? 'Shortcuts pause while you type, or while a dialog is open.'
              : 'Single-letter keys are switched off on this browser.'}
          </p>
          <Link {...guide} className={button.button} onClick={onClose}>
            Guide for this screen
          </Link>
          <LightButton onClick={() => switchLetters(!hasLetters)}>
            {hasLetters ? 'Turn off single-key shortcuts' : 'Turn on single-key shortcuts'}
          </LightButton>
        </>
      }
    >
      <div className={classes.groups}>
        {keyGroups(modKey).map(({ title, lines }) => (
          <section key={title} aria-label={title}>
            <h3 className={classes.title}>{title}</h3>
            <dl>
              {lines.map(({ keys, text, isLetter }) => (
                <div key={text} className={classes.line} data-off={(isLetter && !hasLetters) || undefined}>
                  <dt>{text}</dt>
                  <dd>
                    {keys.map((key, place) => (
                      <Fragment key={key}>
                        {place > 0 && ' '}
                        <kbd className="gr-key">{key}</kbd>
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
