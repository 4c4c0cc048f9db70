/** Made from the OpenAPI document 0de356d574cf0a80e243364e644460fe2f59b5a5fac8d88ac13ad4cd9a96beb0 by `npm run api-types`. */

export type components = {
    schemas: {
        Account: {
            id: string;
            email: string;
            name: string | null;
            credits: {
                left_credits: number;
            };
            has_ever_paid: boolean;
            owed: number;
            is_suspended: boolean;
            /** @enum {string|null} */
            role: "owner" | "operator" | "support" | "finance" | null;
            /** @enum {string|null} */
            approval: "waiting" | "rejected" | null;
            approval_note: string | null;
            accepted_terms: {
                version: number;
                /** Format: date-time */
                accepted_at: string;
            } | null;
            limits: {
                daily_cap: number | null;
                job_ceiling: number | null;
                spent_today: number;
            };
            models: string[] | null;
            default_public: boolean;
            mail_when_finished: boolean | null;
            /** @enum {string|null} */
            language: "en" | "zh" | "de" | null;
            /** @enum {string|null} */
            theme: "dark" | "light" | "system" | null;
            /** Format: date-time */
            created_at: string;
        };
        Created: {
            id: string;
            job_id: string;
            request_id: string;
            /** @enum {string} */
            status: "pending" | "processing" | "completed" | "partial" | "failed";
            credits_charged: number;
            message: string;
            generation: components["schemas"]["Generation"];
        };
        Error: {
            error: string;
            message?: string;
            /** @enum {string} */
            code: "invalid_body" | "invalid_query" | "invalid_definition" | "invalid_settings" | "invalid_input" | "invalid_generation_type" | "unknown_model" | "insufficient_credits" | "above_max_credits" | "sign_in_failed" | "invalid_target" | "not_finished" | "no_file" | "one_file_only" | "broken_upload" | "broken_file" | "empty_file" | "no_video_track" | "animated_image" | "removed_file" | "too_many_pixels" | "video_too_long" | "email_differs" | "address_not_allowed" | "unauthorized" | "invalid_signature" | "never_paid" | "account_suspended" | "terms_not_accepted" | "job_ceiling" | "daily_cap" | "application_daily_cap" | "application_monthly_cap" | "session_needed" | "sign_in_again" | "key_scope" | "not_permitted" | "giving_limit" | "own_account" | "own_role" | "own_deletion" | "owner_needed" | "last_owner" | "role_fixed" | "foreign_origin" | "target_not_allowed" | "uploads_not_allowed" | "not_found" | "method_not_allowed" | "upload_stalled" | "result_removed" | "too_late" | "selection_changed" | "not_approved" | "not_waiting" | "not_failed" | "already_refunded" | "not_retryable" | "already_retried" | "act_repeated" | "price_changed" | "model_from_file" | "model_changed" | "settings_changed" | "terms_changed" | "account_changed" | "request_id_reused" | "too_many_keys" | "too_large" | "file_too_large" | "unsupported_media_type" | "multipart_expected" | "unsupported_file" | "too_many_uploads" | "uploads_full" | "export_running" | "too_many_starts" | "too_many_requests" | "internal" | "unavailable" | "maintenance" | "provider_unavailable" | "provider_not_configured" | "storage_unavailable" | "too_many_canvases" | "canvas_too_large" | "canvas_layer_repeated" | "canvas_group_missing" | "canvas_group_in_itself" | "canvas_groups_too_deep" | "canvas_conflict" | "canvas_file_missing" | "canvas_file_differs" | "canvas_file_type" | "canvas_side_too_long" | "canvas_storage_full" | "canvas_export_type" | "too_many_collections" | "too_many_items" | "smart_collection" | "invalid_price_list" | "invalid_usage_export" | "code_unknown" | "code_redeemed" | "code_disabled" | "code_expired" | "code_used_up" | "invalid_group" | "model_not_allowed" | "group_job_ceiling" | "group_daily_cap" | "storage_full" | "group_exists" | "sign_up_closed" | "mail_not_set_up" | "invalid_application" | "too_many_applications" | "buying_not_set_up" | "not_refundable" | "refund_unresolved" | "refund_resolved" | "too_many_checkouts" | "preset_exists" | "too_many_presets" | "not_shareable" | "too_many_webhooks" | "too_many_reports" | "too_many_downloads";
            fields?: {
                field: string;
                /** @enum {string} */
                problem: "required" | "too_short" | "too_long" | "too_many" | "out_of_range" | "not_an_option" | "wrong_type" | "wrong_form" | "unknown_name" | "too_many_entries" | "not_an_address" | "not_reachable" | "wrong_file" | "not_used" | "empty_file" | "no_video_track" | "file_too_large" | "too_many_pixels" | "video_too_long" | "blocked" | "removed_file" | "not_supported" | "other_size";
                message: string;
                min?: number;
                max?: number;
                options?: (string | number)[];
            }[];
            problems?: {
                path: string;
                message: string;
            }[];
            required?: number;
            current?: number;
            saved_at?: string;
            file?: string;
            x_request_id?: string;
            max?: number;
        };
        Generation: {
            id: string;
            request_id: string;
            /** @enum {string} */
            kind: "image" | "image-editing" | "video" | "audio" | "speech" | "music" | "image-understanding" | "transcription" | "text" | "3d";
            generation_type: string;
            image_generation_type: string | null;
            video_generation_type: string | null;
            model: string;
            model_version: number;
            model_name: string;
            provider: string | null;
            /** @enum {string} */
            status: "pending" | "processing" | "completed" | "partial" | "failed";
            prompt: string;
            negative_prompt: string;
            width: number | null;
            height: number | null;
            steps: number | null;
            number_of_images: number;
            seed: number | string | null;
            reference_image_url: string | null;
            generation_params: {
                [key: string]: unknown;
            };
            input: {
                [key: string]: unknown;
            };
            inputs: components["schemas"]["InputFile"][];
            images: components["schemas"]["Media"][];
            videos_with_audio: components["schemas"]["VideoWithAudio"][];
            image_url: string | null;
            image_urls: string[];
            video_id: string | null;
            video_url: string | null;
            original_video_url: string | null;
            audio_url: string | null;
            mesh_url: string | null;
            answer: string | null;
            transcript: {
                language: string | null;
                segments: {
                    start_ms: number;
                    end_ms: number;
                    text: string;
                }[];
            } | null;
            used: {
                /** @enum {string} */
                unit: "tokens" | "seconds" | "units";
                amount: number;
            } | null;
            seconds: number | null;
            user_email: string;
            feature_type: string;
            is_public: boolean;
            is_favorite: boolean;
            is_sample: boolean;
            /** @enum {string|null} */
            digital_source_type: "trainedAlgorithmicMedia" | "compositeWithTrainedAlgorithmicMedia" | null;
            tags: string[];
            credits_charged: number;
            credits_refunded: number;
            /** Format: date-time */
            refunded_at: string | null;
            refund_reason: string | null;
            refund_attempts: number;
            can_refund: boolean;
            parent_id: string | null;
            queue_position: number | null;
            /** @enum {string|null} */
            waiting_reason: "submit_outcome_unknown" | null;
            /** Format: date-time */
            waiting_until: string | null;
            progress: number | null;
            preview: string | null;
            is_saving: boolean;
            /** Format: date-time */
            removed_at: string | null;
            removal_note: string | null;
            /** @enum {string|null} */
            error_code: "invalid_input" | "content_policy" | "input_unreachable" | "temporarily_unavailable" | "provider_error" | "no_result" | "result_lost" | "unknown_outcome" | "deadline" | "cancelled" | null;
            error_message: string | null;
            can_cancel: boolean;
            is_cancelling: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            completed_at: string | null;
            queue_ms: number | null;
            run_ms: number | null;
            /** Format: date-time */
            updated_at: string;
        };
        ImageUploaded: {
            id: string;
            content_type: string;
            bytes: number;
            width: number | null;
            height: number | null;
            duration_ms: number | null;
            imageUrl: string;
        };
        InputFile: {
            id: string;
            position: number;
            url: string;
            thumbnail_url: string | null;
            content_type: string;
            bytes: number;
            width: number | null;
            height: number | null;
            duration_ms: number | null;
            fps: number | null;
            perceptual_hash: string | null;
            field: string;
        };
        Media: {
            id: string;
            position: number;
            url: string;
            thumbnail_url: string | null;
            content_type: string;
            bytes: number;
            width: number | null;
            height: number | null;
            duration_ms: number | null;
            fps: number | null;
            perceptual_hash: string | null;
        };
        Models: {
            revision: number;
            missing_forms: string[];
            models: {
                id: string;
                /** @enum {string} */
                kind: "image" | "image-editing" | "video" | "audio" | "speech" | "music" | "image-understanding" | "transcription" | "text" | "3d";
                generation_type: string;
                version: number;
                is_offered: boolean;
                /** @enum {string|null} */
                tool: "upscale" | "remove-background" | "depth-map" | "pose" | null;
                /** @enum {string|null} */
                makes: "mask" | null;
                definition: {
                    [key: string]: unknown;
                } | null;
            }[];
        };
        Price: {
            credits: number;
            at_most: boolean;
            breakdown: {
                base: number;
                /** @enum {string} */
                unit: "image" | "job";
                quantity: number;
                surcharges: {
                    /** @enum {string} */
                    reason: "frames" | "steps" | "interpolation" | "length";
                    percent: number;
                }[];
            };
        };
        VideoUploaded: {
            /** @enum {boolean} */
            success: true;
            data: {
                id: string;
                content_type: string;
                bytes: number;
                width: number | null;
                height: number | null;
                duration_ms: number | null;
                video_url: string;
            };
        };
        VideoWithAudio: {
            id: string;
            position: number;
            url: string;
            thumbnail_url: string | null;
            content_type: string;
            bytes: number;
            width: number | null;
            height: number | null;
            duration_ms: number | null;
            fps: number | null;
            perceptual_hash: string | null;
            /** @enum {string} */
            audio: "replaced" | "mixed";
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
};
