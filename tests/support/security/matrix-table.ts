import { errorCodeOf } from './error-code.ts'
import { featureMatrices } from './feature-matrices.ts'

/**
 * Which caller may do what, written by hand. Columns: no credentials; a session that was ended; an
 * account that never paid; one that paid and has no credits; one with both; a suspended one; API
 * keys with the scope `read` and with `create`; an owner; accounts with the roles operator, support
 * and finance, which are answered as `owner` is where a line does not say. Each of them requests its own
 * resources, those of another account, missing ones (these two must be answered alike), and lists
 * of all three. A number is the status; refusals are named as in `refusals`.
 */
const table = `
                                                     anon    ended   unpaid  broke   owner   susp    read    create  admin   operator support finance
GET /healthz                           -             200     200     200     200     200     200     200     200     200
GET /readyz                            -             200     200     200     200     200     200     200     200     200
GET /metrics                           -             200     200     200     200     200     200     200     200     200
GET /api/settings                      -             200     200     200     200     200     200     200     200     200
GET /api/settings/logo/:name            -             none    none    none    none    none    none    none    none    none
GET /api/model-definition.schema.json -     200     200     200     200     200     200     200     200     200
GET /api/models                       -     200     200     200     200     200     200     200     200     200
GET /api/openapi.json                  -             200     200     200     200     200     200     200     200     200
GET /api/docs                          -             200     200     200     200     200     200     200     200     200
GET /api/docs/start.js                 -             200     200     200     200     200     200     200     200     200
GET /api/docs/theme.css                -             200     200     200     200     200     200     200     200     200
GET /api/docs/:file                    -             200     200     200     200     200     200     200     200     200
ALL /api/*                             -             none    none    none    none    none    none    none    none    none
GET /api/auth/sign-in                  -             302     302     302     302     302     302     302     302     302
GET /api/auth/callback                 -             302     302     302     302     302     302     302     302     302
GET /api/auth/callback/:method         -             302     302     302     302     302     302     302     302     302
POST /api/auth/sign-out                -             204     204     204     204     204     204     scope   204     204
POST /api/auth/sign-out-everywhere     -             who     who     204     204     204     204     scope   session 204
GET /api/account                       -             who     who     200     200     200     200     200     200     200
PATCH /api/account                     -             who     who     200     200     200     200     scope   session 200
DELETE /api/account                    -             who     who     204     204     204     susp    scope   session 204
GET /api/account/limits                -             who     who     200     200     200     200     200     200     200
GET /api/account/export                -             who     who     200     200     200     200     session session 200
GET /api/account/export/size           -             who     who     200     200     200     200     session session 200
GET /api/account/sessions              -             who     who     200     200     200     200     session session 200
DELETE /api/account/sessions/:id       own           who     who     204     204     204     204     scope   session 204
DELETE /api/account/sessions/:id       other=missing who     who     none    none    none    none    scope   session none
GET /api/account/keys                  -             who     who     200     200     200     200     session session 200
POST /api/account/keys                 -             who     who     201     201     201     susp    scope   session 201
DELETE /api/account/keys/:id           own           who     who     204     204     204     204     scope   session 204
DELETE /api/account/keys/:id           other=missing who     who     none    none    none    none    scope   session none
GET /api/account/ledger                -             who     who     200     200     200     200     200     200     200
GET /api/account/ledger.csv            -             who     who     200     200     200     200     200     200     200
POST /api/provenance                   -             200     200     200     200     200     200     scope   200     200
GET /api/provenance                    own           none    none    200     200     200     200     200     200     200
GET /api/provenance                    other=missing none    none    none    none    none    none    none    none    none
GET /api/near-copies                   own           who     who     200     200     200     200     200     200     200
GET /api/near-copies                   other=missing who     who     none    none    none    none    none    none    none
GET /.well-known/provenance.json       -             200     200     200     200     200     200     200     200     200
POST /api/generations/quote            -             200     200     200     200     200     200     200     200     200
POST /api/image-generation/create      -             who     who     pay     low     200     susp    scope   200     200
POST /api/image-editor/create          own           who     who     pay     low     200     susp    scope   200     200
POST /api/image-editor/create          other=missing who     who     pay     low     input   susp    scope   input   input
POST /api/wan/createVideo              own           who     who     pay     low     200     susp    scope   200     200
POST /api/wan/createVideo              other=missing who     who     pay     low     input   susp    scope   input   input
POST /api/wan/createAudio              own           who     who     pay     low     200     susp    scope   200     200
POST /api/wan/createAudio              other=missing who     who     pay     low     input   susp    scope   input   input
POST /api/image-understanding/create   own           who     who     pay     low     200     susp    scope   200     200
POST /api/image-understanding/create   other=missing who     who     pay     low     input   susp    scope   input   input
POST /api/transcription/create         own           who     who     pay     low     200     susp    scope   200     200
POST /api/3d/create                    own           who     who     pay     low     200     susp    scope   200     200
POST /api/transcription/create         other=missing who     who     pay     low     input   susp    scope   input   input
POST /api/3d/create                    other=missing who     who     pay     low     input   susp    scope   input   input
POST /api/music/create                 -             who     who     pay     low     200     susp    scope   200     200
POST /api/speech/create                -             who     who     pay     low     200     susp    scope   200     200
POST /api/text/create                  own           who     who     pay     low     200     susp    scope   200     200
POST /api/text/create                  other=missing who     who     pay     low     input   susp    scope   input   input
GET /api/generations/open              -             who     who     200     200     200     200     200     200     200
GET /api/generations/:id               own           who     who     200     200     200     200     200     200     200
GET /api/generations/:id               other=missing who     who     none    none    none    none    none    none    none
GET /api/generations/:id/model         own           who     who     200     200     200     200     200     200     200
GET /api/generations/:id/model         other=missing who     who     none    none    none    none    none    none    none
POST /api/generations/:id/cancel       own           who     who     200     200     200     200     scope   200     200
POST /api/generations/:id/cancel       other=missing who     who     none    none    none    none    scope   none    none
POST /api/generations/:id/visibility   own           who     who     200     200     200     200     scope   200     200
POST /api/generations/:id/visibility   other=missing who     who     none    none    none    none    scope   none    none
POST /api/generations/restore          own           who     who     200     200     200     200     scope   200     200
POST /api/generations/restore          other=missing who     who     none    none    none    none    scope   none    none
POST /api/generations/restore          mixed         who     who     200     200     200     200     scope   200     200
POST /api/wan/refundCredits            own           who     who     200     200     200     200     scope   200     200
POST /api/wan/refundCredits            other=missing who     who     none    none    none    none    scope   none    none
POST /api/wan/updateAudioStatus        own           who     who     200     200     200     200     scope   200     200
POST /api/wan/updateAudioStatus        other=missing who     who     none    none    none    none    scope   none    none
GET /api/audio-generation/status       own           who     who     200     200     200     200     200     200     200
GET /api/audio-generation/status       other=missing who     who     none    none    none    none    none    none    none
GET /api/image-understanding/status    own           who     who     200     200     200     200     200     200     200
GET /api/image-understanding/status    other=missing who     who     none    none    none    none    none    none    none
GET /api/music/status                  own           who     who     200     200     200     200     200     200     200
GET /api/transcription/status          own           who     who     200     200     200     200     200     200     200
GET /api/3d/status                     own           who     who     200     200     200     200     200     200     200
GET /api/music/status                  other=missing who     who     none    none    none    none    none    none    none
GET /api/transcription/status          other=missing who     who     none    none    none    none    none    none    none
GET /api/3d/status                     other=missing who     who     none    none    none    none    none    none    none
GET /api/speech/status                 own           who     who     200     200     200     200     200     200     200
GET /api/speech/status                 other=missing who     who     none    none    none    none    none    none    none
GET /api/text/status                   own           who     who     200     200     200     200     200     200     200
GET /api/text/status                   other=missing who     who     none    none    none    none    none    none    none
GET /api/image-generation/history      -             who     who     200     200     200     200     200     200     200
GET /api/image-generation/filters      -             who     who     200     200     200     200     200     200     200
POST /api/image-generation/favorite    own           who     who     200     200     200     200     scope   200     200
POST /api/image-generation/favorite    other=missing who     who     none    none    none    none    scope   none    none
DELETE /api/image-generation/delete    own           who     who     200     200     200     200     scope   200     200
DELETE /api/image-generation/delete    other=missing who     who     none    none    none    none    scope   none    none
DELETE /api/image-generation/delete    mixed         who     who     200     200     200     200     scope   200     200
POST /api/image-generation/selection   own           who     who     200     200     200     200     scope   200     200
POST /api/image-generation/selection   other=missing who     who     200     200     200     200     scope   200     200
POST /api/image-generation/selection   mixed         who     who     200     200     200     200     scope   200     200
GET /api/image-editor/history          -             who     who     200     200     200     200     200     200     200
GET /api/image-editor/filters          -             who     who     200     200     200     200     200     200     200
POST /api/image-editor/favorite        own           who     who     200     200     200     200     scope   200     200
POST /api/image-editor/favorite        other=missing who     who     none    none    none    none    scope   none    none
DELETE /api/image-editor/delete        own           who     who     200     200     200     200     scope   200     200
DELETE /api/image-editor/delete        other=missing who     who     none    none    none    none    scope   none    none
DELETE /api/image-editor/delete        mixed         who     who     200     200     200     200     scope   200     200
POST /api/image-editor/selection       own           who     who     200     200     200     200     scope   200     200
POST /api/image-editor/selection       other=missing who     who     200     200     200     200     scope   200     200
POST /api/image-editor/selection       mixed         who     who     200     200     200     200     scope   200     200
GET /api/video-generation/history      -             who     who     200     200     200     200     200     200     200
GET /api/video-generation/filters      -             who     who     200     200     200     200     200     200     200
POST /api/video-generation/favorite    own           who     who     200     200     200     200     scope   200     200
POST /api/video-generation/favorite    other=missing who     who     none    none    none    none    scope   none    none
DELETE /api/video-generation/delete    own           who     who     200     200     200     200     scope   200     200
DELETE /api/video-generation/delete    other=missing who     who     none    none    none    none    scope   none    none
DELETE /api/video-generation/delete    mixed         who     who     200     200     200     200     scope   200     200
POST /api/video-generation/selection   own           who     who     200     200     200     200     scope   200     200
POST /api/video-generation/selection   other=missing who     who     200     200     200     200     scope   200     200
POST /api/video-generation/selection   mixed         who     who     200     200     200     200     scope   200     200
GET /api/audio-generation/history      -             who     who     200     200     200     200     200     200     200
GET /api/audio-generation/filters      -             who     who     200     200     200     200     200     200     200
POST /api/audio-generation/favorite    own           who     who     200     200     200     200     scope   200     200
POST /api/audio-generation/favorite    other=missing who     who     none    none    none    none    scope   none    none
DELETE /api/audio-generation/delete    own           who     who     200     200     200     200     scope   200     200
DELETE /api/audio-generation/delete    other=missing who     who     none    none    none    none    scope   none    none
DELETE /api/audio-generation/delete    mixed         who     who     200     200     200     200     scope   200     200
POST /api/audio-generation/selection   own           who     who     200     200     200     200     scope   200     200
POST /api/audio-generation/selection   other=missing who     who     200     200     200     200     scope   200     200
POST /api/audio-generation/selection   mixed         who     who     200     200     200     200     scope   200     200
GET /api/image-understanding/history   -             who     who     200     200     200     200     200     200     200
GET /api/image-understanding/filters   -             who     who     200     200     200     200     200     200     200
POST /api/image-understanding/favorite own           who     who     200     200     200     200     scope   200     200
POST /api/image-understanding/favorite other=missing who     who     none    none    none    none    scope   none    none
DELETE /api/image-understanding/delete own           who     who     200     200     200     200     scope   200     200
DELETE /api/image-understanding/delete other=missing who     who     none    none    none    none    scope   none    none
DELETE /api/image-understanding/delete mixed         who     who     200     200     200     200     scope   200     200
POST /api/image-understanding/selection own           who     who     200     200     200     200     scope   200     200
POST /api/image-understanding/selection other=missing who     who     200     200     200     200     scope   200     200
POST /api/image-understanding/selection mixed         who     who     200     200     200     200     scope   200     200
GET /api/music/history                 -             who     who     200     200     200     200     200     200     200
GET /api/transcription/history         -             who     who     200     200     200     200     200     200     200
GET /api/3d/history                    -             who     who     200     200     200     200     200     200     200
GET /api/music/filters                 -             who     who     200     200     200     200     200     200     200
GET /api/transcription/filters         -             who     who     200     200     200     200     200     200     200
GET /api/3d/filters                    -             who     who     200     200     200     200     200     200     200
POST /api/music/favorite               own           who     who     200     200     200     200     scope   200     200
POST /api/transcription/favorite       own           who     who     200     200     200     200     scope   200     200
POST /api/3d/favorite                  own           who     who     200     200     200     200     scope   200     200
POST /api/music/favorite               other=missing who     who     none    none    none    none    scope   none    none
POST /api/transcription/favorite       other=missing who     who     none    none    none    none    scope   none    none
POST /api/3d/favorite                  other=missing who     who     none    none    none    none    scope   none    none
DELETE /api/music/delete               own           who     who     200     200     200     200     scope   200     200
DELETE /api/transcription/delete       own           who     who     200     200     200     200     scope   200     200
DELETE /api/3d/delete                  own           who     who     200     200     200     200     scope   200     200
DELETE /api/music/delete               other=missing who     who     none    none    none    none    scope   none    none
DELETE /api/transcription/delete       other=missing who     who     none    none    none    none    scope   none    none
DELETE /api/3d/delete                  other=missing who     who     none    none    none    none    scope   none    none
DELETE /api/music/delete               mixed         who     who     200     200     200     200     scope   200     200
DELETE /api/transcription/delete       mixed         who     who     200     200     200     200     scope   200     200
DELETE /api/3d/delete                  mixed         who     who     200     200     200     200     scope   200     200
POST /api/music/selection              own           who     who     200     200     200     200     scope   200     200
POST /api/transcription/selection      own           who     who     200     200     200     200     scope   200     200
POST /api/3d/selection                 own           who     who     200     200     200     200     scope   200     200
POST /api/music/selection              other=missing who     who     200     200     200     200     scope   200     200
POST /api/transcription/selection      other=missing who     who     200     200     200     200     scope   200     200
POST /api/3d/selection                 other=missing who     who     200     200     200     200     scope   200     200
POST /api/music/selection              mixed         who     who     200     200     200     200     scope   200     200
POST /api/transcription/selection      mixed         who     who     200     200     200     200     scope   200     200
POST /api/3d/selection                 mixed         who     who     200     200     200     200     scope   200     200
GET /api/speech/history                -             who     who     200     200     200     200     200     200     200
GET /api/speech/filters                -             who     who     200     200     200     200     200     200     200
POST /api/speech/favorite              own           who     who     200     200     200     200     scope   200     200
POST /api/speech/favorite              other=missing who     who     none    none    none    none    scope   none    none
DELETE /api/speech/delete              own           who     who     200     200     200     200     scope   200     200
DELETE /api/speech/delete              other=missing who     who     none    none    none    none    scope   none    none
DELETE /api/speech/delete              mixed         who     who     200     200     200     200     scope   200     200
POST /api/speech/selection             own           who     who     200     200     200     200     scope   200     200
POST /api/speech/selection             other=missing who     who     200     200     200     200     scope   200     200
POST /api/speech/selection             mixed         who     who     200     200     200     200     scope   200     200
GET /api/text/history                  -             who     who     200     200     200     200     200     200     200
GET /api/text/filters                  -             who     who     200     200     200     200     200     200     200
POST /api/text/favorite                own           who     who     200     200     200     200     scope   200     200
POST /api/text/favorite                other=missing who     who     none    none    none    none    scope   none    none
DELETE /api/text/delete                own           who     who     200     200     200     200     scope   200     200
DELETE /api/text/delete                other=missing who     who     none    none    none    none    scope   none    none
DELETE /api/text/delete                mixed         who     who     200     200     200     200     scope   200     200
POST /api/text/selection               own           who     who     200     200     200     200     scope   200     200
POST /api/text/selection               other=missing who     who     200     200     200     200     scope   200     200
POST /api/text/selection               mixed         who     who     200     200     200     200     scope   200     200
POST /api/upload-video                 -             who     who     200     200     200     susp    scope   200     200
POST /api/upload-image-wan-i2v         -             who     who     200     200     200     susp    scope   200     200
POST /api/upload-from-url              own           who     who     200     200     200     200     scope   200     200
POST /api/upload-from-url              other=missing who     who     input   input   input   input   scope   input   input
POST /api/generate-presigned-url       -             who     who     200     200     200     susp    scope   200     200
GET /api/events                        -             who     who     200     200     200     200     200     200     200
GET /media/:account/:id/:name          own           none    none    200     200     200     200     200     200     200
GET /media/:account/:id/:name          public        200     200     200     200     200     200     200     200     200
GET /media/:account/:id/:name          other=missing none    none    none    none    none    none    none    none    none
GET /media/signed/*                    -             none    none    none    none    none    none    none    none    none
PUT /media/signed/*                    -             none    none    none    none    none    none    scope   none    none
PUT /media/incoming/:id/:token         own           none    none    none    none    none    none    scope   none    none
PUT /media/incoming/:id/:token         other=missing none    none    none    none    none    none    scope   none    none
POST /api/wan/getResult                own           sign    sign    sign    sign    sign    sign    scope   sign    sign
POST /api/wan/getResult                other=missing sign    sign    sign    sign    sign    sign    scope   sign    sign
POST /api/wan/getImageResult           own           sign    sign    sign    sign    sign    sign    scope   sign    sign
POST /api/wan/getImageResult           other=missing sign    sign    sign    sign    sign    sign    scope   sign    sign
POST /api/webhooks/:provider           own           sign    sign    sign    sign    sign    sign    scope   sign    sign
POST /api/webhooks/:provider           other=missing sign    sign    sign    sign    sign    sign    scope   sign    sign
POST /api/wan/getAudioResult           own           sign    sign    sign    sign    sign    sign    scope   sign    sign
POST /api/wan/getAudioResult           other=missing sign    sign    sign    sign    sign    sign    scope   sign    sign
GET /api/admin/accounts                -             none    none    none    none    none    none    none    none    200     200     200     200
GET /api/admin/generations             -             none    none    none    none    none    none    none    none    200     200     200     role
GET /api/admin/generations/failed      -             none    none    none    none    none    none    none    none    200     200     200     role
GET /api/admin/studio                  -             none    none    none    none    none    none    none    none    200     200     200     200
GET /api/admin/ledger                  -             none    none    none    none    none    none    none    none    200     200     role    200
GET /api/admin/prices                  -             none    none    none    none    none    none    none    none    200     200     role    200
GET /api/admin/settings                -             none    none    none    none    none    none    none    none    200     200     role    role
PATCH /api/admin/settings              -             none    none    none    none    none    none    scope   none    200     200     role    role
GET /api/admin/audit                   -             none    none    none    none    none    none    none    none    200     200     200     role
POST /api/admin/ledger/verify          -             none    none    none    none    none    none    scope   none    202     202     role    202
POST /api/admin/generations/retry-failed -           none    none    none    none    none    none    scope   none    200     200     200     role
GET /api/admin/generations/list        -             none    none    none    none    none    none    none    none    200     200     200     role
GET /api/admin/generations/list.csv    -             none    none    none    none    none    none    none    none    200     200     200     role
POST /api/admin/generations/retry      -             none    none    none    none    none    none    scope   none    200     200     200     role
POST /api/admin/generations/refund     -             none    none    none    none    none    none    scope   none    200     200     200     role
GET /api/admin/accounts.csv            -             none    none    none    none    none    none    none    none    200     200     200     200
GET /api/admin/accounts/:id            own           none    none    none    none    none    none    none    none    200     200     200     200
GET /api/admin/accounts/:id            other         none    none    none    none    none    none    none    none    200     200     200     200
GET /api/admin/accounts/:id            missing       none    none    none    none    none    none    none    none    none     none    none    none
POST /api/admin/accounts/:id/grant     own           none    none    none    none    none    none    scope   none    200     200     self    role
POST /api/admin/accounts/:id/grant     other         none    none    none    none    none    none    scope   none    200     200     200     role
POST /api/admin/accounts/:id/grant     missing       none    none    none    none    none    none    scope   none    none     none    none    role
POST /api/admin/accounts/:id/take      own           none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/accounts/:id/take      other         none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/accounts/:id/take      missing       none    none    none    none    none    none    scope   none    none     none    role    role
POST /api/admin/accounts/:id/suspend   own           none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/accounts/:id/suspend   other         none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/accounts/:id/suspend   missing       none    none    none    none    none    none    scope   none    none     none    role    role
POST /api/admin/accounts/:id/export    own           none    none    none    none    none    none    scope   none    200     role    role    role
POST /api/admin/accounts/:id/export    other         none    none    none    none    none    none    scope   none    200     role    role    role
POST /api/admin/accounts/:id/export    missing       none    none    none    none    none    none    scope   none    none    role    role    role
GET /api/admin/accounts/:id/export     own           none    none    none    none    none    none    none    none    none    role    role    role
GET /api/admin/accounts/:id/export     other         none    none    none    none    none    none    none    none    none    role    role    role
GET /api/admin/accounts/:id/export     missing       none    none    none    none    none    none    none    none    none    role    role    role
POST /api/admin/accounts/:id/delete    own           none    none    none    none    none    none    scope   none    self    self    role    role
POST /api/admin/accounts/:id/delete    other         none    none    none    none    none    none    scope   none    email   email   role    role
POST /api/admin/accounts/:id/delete    missing       none    none    none    none    none    none    scope   none    none    none    role    role
POST /api/admin/accounts/:id/role      own           none    none    none    none    none    none    scope   none    fixed   role    role    role
POST /api/admin/accounts/:id/role      other         none    none    none    none    none    none    scope   none    200     role    role    role
POST /api/admin/accounts/:id/role      missing       none    none    none    none    none    none    scope   none    none    role    role    role
POST /api/admin/accounts/:id/resume    own           none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/accounts/:id/resume    other         none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/accounts/:id/resume    missing       none    none    none    none    none    none    scope   none    none     none    role    role
GET /api/admin/waiting                 -             none    none    none    none    none    none    none    none    200     200     role    role
POST /api/admin/accounts/:id/approve   own           none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/accounts/:id/approve   other         none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/accounts/:id/approve   missing       none    none    none    none    none    none    scope   none    none    none    role    role
POST /api/admin/accounts/:id/reject    own           none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/accounts/:id/reject    other         none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/accounts/:id/reject    missing       none    none    none    none    none    none    scope   none    none    none    role    role
GET /api/admin/generations/:id         own           none    none    none    none    none    none    none    none    200     200     200     role
GET /api/admin/generations/:id         other         none    none    none    none    none    none    none    none    200     200     200     role
GET /api/admin/generations/:id         missing       none    none    none    none    none    none    none    none    none     none    none    role
POST /api/admin/generations/:id/retry  own           none    none    none    none    none    none    scope   none    200     200     200     role
POST /api/admin/generations/:id/retry  other         none    none    none    none    none    none    scope   none    200     200     200     role
POST /api/admin/generations/:id/retry  missing       none    none    none    none    none    none    scope   none    none     none    none    role
POST /api/admin/generations/:id/refund own           none    none    none    none    none    none    scope   none    200     200     self    role
POST /api/admin/generations/:id/refund other         none    none    none    none    none    none    scope   none    200     200     200     role
POST /api/admin/generations/:id/refund missing       none    none    none    none    none    none    scope   none    none     none    none    role
GET /api/admin/models              -             none    none    none    none    none    none    none    none    200     200     role    role
POST /api/admin/models             -             none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/models/check       -             none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/models/import      -             none    none    none    none    none    none    scope   none    200     200     role    role
GET /api/admin/models/:type/:id    own           none    none    none    none    none    none    none    none    200     200     role    role
GET /api/admin/models/:type/:id    other         none    none    none    none    none    none    none    none    200     200     role    role
GET /api/admin/models/:type/:id    missing       none    none    none    none    none    none    none    none    none     none    role    role
POST /api/admin/models/:type/:id/enable own           none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/models/:type/:id/enable other         none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/models/:type/:id/enable missing       none    none    none    none    none    none    scope   none    none     none    role    role
POST /api/admin/models/:type/:id/disable own           none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/models/:type/:id/disable other         none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/models/:type/:id/disable missing       none    none    none    none    none    none    scope   none    none     none    role    role
POST /api/admin/models/:type/:id/delete own           none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/models/:type/:id/delete other         none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/models/:type/:id/delete missing       none    none    none    none    none    none    scope   none    none     none    role    role
`

/** Refusals of the table by their codes. */
const refusals: Readonly<Record<string, string>> = {
  unauthorized: 'who',
  invalid_api_key: 'who',
  insufficient_quota: 'quota',
  wait_ended: '504',
  invalid_value: 'input',
  not_found: 'none',
  method_not_allowed: 'method',
  invalid_request: 'request',
  session_needed: 'session',
  key_scope: 'scope',
  never_paid: 'pay',
  insufficient_credits: 'low',
  account_suspended: 'susp',
  broken_upload: 'form',
  invalid_signature: 'sign',
  invalid_input: 'input',
  not_permitted: 'role',
  own_account: 'self',
  own_role: 'self',
  own_deletion: 'self',
  email_differs: 'email',
  role_fixed: 'fixed',
}

/** Who asks: the columns of the table. */
export const callerNames = [
  'anon',
  'ended',
  'unpaid',
  'broke',
  'owner',
  'susp',
  'read',
  'create',
  'admin',
  'operator',
  'support',
  'finance',
] as const
/** The callers with a role. */
export const roles = ['operator', 'support', 'finance'] as const
export type CallerName = (typeof callerNames)[number]

/** Whose thing is asked for; `-`: none is named. */
export type TargetName = '-' | 'own' | 'other' | 'missing' | 'mixed' | 'public'

type Row = Record<CallerName, string>

/**
 * What is expected of one operation. `isAlike`: a resource of another account and a missing one must
 * be answered alike.
 */
export type Expected = { rows: Partial<Record<TargetName, Row>>; isAlike: boolean }

/** The table by operation, such as `GET /api/generations/:id`. */
export function readTable(text = table): Map<string, Expected> {
  const [head = '', ...lines] = text.trim().split('\n')
  lines.push(...featureMatrices.flatMap((matrix) => matrix.table.trim().split('\n')))
  if (head.trim().split(/\s+/).join() !== callerNames.join())
    throw new Error('The columns of the table are not as they should be')
  const read = new Map<string, Expected>()
  for (const line of lines) {
    const [method, path, target = '', ...cells] = line.trim().split(/\s+/)
    if (cells.length === callerNames.indexOf('operator') && !path?.startsWith('/api/admin/'))
      cells.push(...roles.map(() => cells[callerNames.indexOf('owner')] ?? ''))
    if (cells.length !== callerNames.length)
      throw new Error(`A line of the table has not every column: ${line}`)
    const operation = `${method} ${path}`
    const expected = read.get(operation) ?? { rows: {}, isAlike: false }
    const row = Object.fromEntries(callerNames.map((name, place) => [name, cells[place]])) as Row
    for (const name of target.split('=')) expected.rows[name as TargetName] = row
    read.set(operation, { ...expected, isAlike: expected.isAlike || target.includes('=') })
  }
  return read
}

/** How an answer is written in the table. */
export function cellOf(status: number, body: string): string {
  if (status < 400) return String(status)
  const name = errorCodeOf(JSON.parse(body)) ?? ''
  return refusals[name] ?? `${status} ${name}`
}
