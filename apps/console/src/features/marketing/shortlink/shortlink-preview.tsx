import { shortlinkAddress as addressOfTarget } from '@greenroom/contract/marketing/shortlink/shortlink.rules'
import { useSession } from '../../../lib/api/current-session.ts'
import { shortlinkAddress } from './shortlink-address.ts'
import { newShortlinkOf, type ShortlinkFormValues } from './shortlink-form-values.ts'
import { shortlinkFormMessages as messages } from './shortlink-messages.ts'
import classes from './shortlink-preview.module.css'

/** What the form makes: the short address, and the URL with parameters that it opens. Both follow the typing. */
export function ShortlinkPreview({ values }: { values: ShortlinkFormValues }) {
  const settings = useSession()?.settings
  const { shortCode: code = '', webUrl = null, appUrl = null, params } = newShortlinkOf(values)
  const target =
    settings && addressOfTarget({ webUrl, appUrl, params: params ?? {} }, settings.shortlink_app_schemes)
  return (
    <dl className={classes.preview} aria-label={messages.preview}>
      <div>
        <dt>{messages.shortAddress}</dt>
        <dd className="gr-break">
          {settings && (
            <>
              <span className="gr-quiet">{shortlinkAddress(settings.shortlink_base_url, '')}</span>
              {!code ? (
                <span className="gr-faint">{messages.generatedCode}</span>
              ) : (
                <span className="gr-bold">{encodeURIComponent(code)}</span>
              )}
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>{messages.opensUrl}</dt>
        <dd className="gr-break">{target ?? <span className="gr-faint">{messages.noTarget}</span>}</dd>
      </div>
    </dl>
  )
}
