/** Made from the OpenAPI document e11032b1cabe1aa06a843759abc202cbe89e5914a8fbb1f7909433ac20a22a3d by `npm run api-types`. */
import type { Language } from '#platform/languages/languages.ts'

export type paths = {
    "/api/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Account"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        email: string;
                    };
                };
            };
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        daily_cap?: number | null;
                        job_ceiling?: number | null;
                        default_public?: boolean;
                        mail_when_finished?: boolean;
                        language?: Language | null;
                        theme?: ("dark" | "light" | "system") | null;
                        accept_terms?: number;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Account"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/account/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AccountLimits"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Settings"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    kind?: "image" | "image-editing" | "video" | "audio" | "speech" | "music" | "image-understanding" | "transcription" | "text" | "3d";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Models"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            keys: components["schemas"]["Key"][];
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string;
                        scopes: ("read" | "create")[];
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewKey"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/canvas/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    after?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CanvasPage"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string;
                        width: number;
                        height: number;
                        document: {
                            /** @constant */
                            format: 1;
                            layers: ({
                                /** @constant */
                                kind: "image";
                                id: string;
                                name: string;
                                parent: string | null;
                                x: number;
                                y: number;
                                scale_x: number;
                                scale_y: number;
                                rotation: number;
                                opacity: number;
                                /** @enum {string} */
                                blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                                visible: boolean;
                                locked: boolean;
                                width: number;
                                height: number;
                                tiles: {
                                    x: number;
                                    y: number;
                                    file: string;
                                }[];
                                source?: {
                                    /** Format: uuid */
                                    generation_id: string;
                                    media_position: number;
                                };
                            } | {
                                /** @constant */
                                kind: "mask";
                                id: string;
                                name: string;
                                parent: string | null;
                                x: number;
                                y: number;
                                scale_x: number;
                                scale_y: number;
                                rotation: number;
                                opacity: number;
                                /** @enum {string} */
                                blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                                visible: boolean;
                                locked: boolean;
                                width: number;
                                height: number;
                                tiles: {
                                    x: number;
                                    y: number;
                                    file: string;
                                }[];
                                source?: {
                                    /** Format: uuid */
                                    generation_id: string;
                                    media_position: number;
                                };
                            } | {
                                /** @constant */
                                kind: "drawing";
                                id: string;
                                name: string;
                                parent: string | null;
                                x: number;
                                y: number;
                                scale_x: number;
                                scale_y: number;
                                rotation: number;
                                opacity: number;
                                /** @enum {string} */
                                blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                                visible: boolean;
                                locked: boolean;
                                width: number;
                                height: number;
                                tiles: {
                                    x: number;
                                    y: number;
                                    file: string;
                                }[];
                                source?: {
                                    /** Format: uuid */
                                    generation_id: string;
                                    media_position: number;
                                };
                            } | {
                                /** @constant */
                                kind: "reference";
                                id: string;
                                name: string;
                                parent: string | null;
                                x: number;
                                y: number;
                                scale_x: number;
                                scale_y: number;
                                rotation: number;
                                opacity: number;
                                /** @enum {string} */
                                blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                                visible: boolean;
                                locked: boolean;
                                width: number;
                                height: number;
                                tiles: {
                                    x: number;
                                    y: number;
                                    file: string;
                                }[];
                                source?: {
                                    /** Format: uuid */
                                    generation_id: string;
                                    media_position: number;
                                };
                            } | {
                                /** @constant */
                                kind: "control";
                                id: string;
                                name: string;
                                parent: string | null;
                                x: number;
                                y: number;
                                scale_x: number;
                                scale_y: number;
                                rotation: number;
                                opacity: number;
                                /** @enum {string} */
                                blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                                visible: boolean;
                                locked: boolean;
                                width: number;
                                height: number;
                                tiles: {
                                    x: number;
                                    y: number;
                                    file: string;
                                }[];
                                source?: {
                                    /** Format: uuid */
                                    generation_id: string;
                                    media_position: number;
                                };
                                /** @enum {string} */
                                control: "edges" | "depth" | "pose" | "scribble";
                            } | {
                                /** @constant */
                                kind: "group";
                                id: string;
                                name: string;
                                parent: string | null;
                                x: number;
                                y: number;
                                scale_x: number;
                                scale_y: number;
                                rotation: number;
                                opacity: number;
                                /** @enum {string} */
                                blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                                visible: boolean;
                                locked: boolean;
                            } | {
                                /** @constant */
                                kind: "text";
                                id: string;
                                name: string;
                                parent: string | null;
                                x: number;
                                y: number;
                                scale_x: number;
                                scale_y: number;
                                rotation: number;
                                opacity: number;
                                /** @enum {string} */
                                blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                                visible: boolean;
                                locked: boolean;
                                text: string;
                                font_size: number;
                                /** @enum {string} */
                                font_family: "sans-serif" | "serif" | "monospace" | "rounded" | "handwriting";
                                color: string;
                                weight: number;
                                /** @enum {string} */
                                align: "left" | "center" | "right";
                                width: number | null;
                            } | {
                                /** @constant */
                                kind: "shape";
                                id: string;
                                name: string;
                                parent: string | null;
                                x: number;
                                y: number;
                                scale_x: number;
                                scale_y: number;
                                rotation: number;
                                opacity: number;
                                /** @enum {string} */
                                blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                                visible: boolean;
                                locked: boolean;
                                /** @enum {string} */
                                shape: "rectangle" | "ellipse" | "line" | "polygon" | "gradient";
                                width: number;
                                height: number;
                                points?: {
                                    x: number;
                                    y: number;
                                }[];
                                fill: string | null;
                                fill_to?: string | null;
                                stroke: string | null;
                                stroke_width: number;
                            })[];
                        };
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Canvas"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/canvas/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CanvasDocument"];
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        base_version: number;
                        name?: string;
                        width: number;
                        height: number;
                        document: {
                            /** @constant */
                            format: 1;
                            layers: ({
                                /** @constant */
                                kind: "image";
                                id: string;
                                name: string;
                                parent: string | null;
                                x: number;
                                y: number;
                                scale_x: number;
                                scale_y: number;
                                rotation: number;
                                opacity: number;
                                /** @enum {string} */
                                blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                                visible: boolean;
                                locked: boolean;
                                width: number;
                                height: number;
                                tiles: {
                                    x: number;
                                    y: number;
                                    file: string;
                                }[];
                                source?: {
                                    /** Format: uuid */
                                    generation_id: string;
                                    media_position: number;
                                };
                            } | {
                                /** @constant */
                                kind: "mask";
                                id: string;
                                name: string;
                                parent: string | null;
                                x: number;
                                y: number;
                                scale_x: number;
                                scale_y: number;
                                rotation: number;
                                opacity: number;
                                /** @enum {string} */
                                blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                                visible: boolean;
                                locked: boolean;
                                width: number;
                                height: number;
                                tiles: {
                                    x: number;
                                    y: number;
                                    file: string;
                                }[];
                                source?: {
                                    /** Format: uuid */
                                    generation_id: string;
                                    media_position: number;
                                };
                            } | {
                                /** @constant */
                                kind: "drawing";
                                id: string;
                                name: string;
                                parent: string | null;
                                x: number;
                                y: number;
                                scale_x: number;
                                scale_y: number;
                                rotation: number;
                                opacity: number;
                                /** @enum {string} */
                                blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                                visible: boolean;
                                locked: boolean;
                                width: number;
                                height: number;
                                tiles: {
                                    x: number;
                                    y: number;
                                    file: string;
                                }[];
                                source?: {
                                    /** Format: uuid */
                                    generation_id: string;
                                    media_position: number;
                                };
                            } | {
                                /** @constant */
                                kind: "reference";
                                id: string;
                                name: string;
                                parent: string | null;
                                x: number;
                                y: number;
                                scale_x: number;
                                scale_y: number;
                                rotation: number;
                                opacity: number;
                                /** @enum {string} */
                                blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                                visible: boolean;
                                locked: boolean;
                                width: number;
                                height: number;
                                tiles: {
                                    x: number;
                                    y: number;
                                    file: string;
                                }[];
                                source?: {
                                    /** Format: uuid */
                                    generation_id: string;
                                    media_position: number;
                                };
                            } | {
                                /** @constant */
                                kind: "control";
                                id: string;
                                name: string;
                                parent: string | null;
                                x: number;
                                y: number;
                                scale_x: number;
                                scale_y: number;
                                rotation: number;
                                opacity: number;
                                /** @enum {string} */
                                blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                                visible: boolean;
                                locked: boolean;
                                width: number;
                                height: number;
                                tiles: {
                                    x: number;
                                    y: number;
                                    file: string;
                                }[];
                                source?: {
                                    /** Format: uuid */
                                    generation_id: string;
                                    media_position: number;
                                };
                                /** @enum {string} */
                                control: "edges" | "depth" | "pose" | "scribble";
                            } | {
                                /** @constant */
                                kind: "group";
                                id: string;
                                name: string;
                                parent: string | null;
                                x: number;
                                y: number;
                                scale_x: number;
                                scale_y: number;
                                rotation: number;
                                opacity: number;
                                /** @enum {string} */
                                blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                                visible: boolean;
                                locked: boolean;
                            } | {
                                /** @constant */
                                kind: "text";
                                id: string;
                                name: string;
                                parent: string | null;
                                x: number;
                                y: number;
                                scale_x: number;
                                scale_y: number;
                                rotation: number;
                                opacity: number;
                                /** @enum {string} */
                                blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                                visible: boolean;
                                locked: boolean;
                                text: string;
                                font_size: number;
                                /** @enum {string} */
                                font_family: "sans-serif" | "serif" | "monospace" | "rounded" | "handwriting";
                                color: string;
                                weight: number;
                                /** @enum {string} */
                                align: "left" | "center" | "right";
                                width: number | null;
                            } | {
                                /** @constant */
                                kind: "shape";
                                id: string;
                                name: string;
                                parent: string | null;
                                x: number;
                                y: number;
                                scale_x: number;
                                scale_y: number;
                                rotation: number;
                                opacity: number;
                                /** @enum {string} */
                                blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                                visible: boolean;
                                locked: boolean;
                                /** @enum {string} */
                                shape: "rectangle" | "ellipse" | "line" | "polygon" | "gradient";
                                width: number;
                                height: number;
                                points?: {
                                    x: number;
                                    y: number;
                                }[];
                                fill: string | null;
                                fill_to?: string | null;
                                stroke: string | null;
                                stroke_width: number;
                            })[];
                        };
                        thumbnail?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Canvas"];
                    };
                };
            };
        };
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/canvas/documents/{id}/copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Canvas"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/canvas/documents/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CanvasVersions"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/canvas/documents/{id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    version: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CanvasVersion"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/canvas/documents/{id}/files/{sha256}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    sha256: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/png": string;
                        "image/webp": string;
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                    sha256: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "image/png": string;
                    "image/webp": string;
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CanvasFile"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/canvas/documents/{id}/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: {
                    request_id?: string;
                };
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "image/png": string;
                    "image/webp": string;
                    "image/jpeg": string;
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Generation"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    search?: string;
                    after?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CollectionPage"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string;
                        ids?: string[];
                        /** @enum {string} */
                        kind?: "image" | "image-editing" | "video" | "audio" | "speech" | "music" | "image-understanding" | "transcription" | "text" | "3d";
                        filter?: {
                            search?: string;
                            /** @enum {string} */
                            status?: "all" | "pending" | "processing" | "completed" | "partial" | "failed";
                            dateStart?: string;
                            dateEnd?: string;
                            /** @default UTC */
                            timeZone?: string;
                            /** @default false */
                            onlyFavorites?: boolean;
                            tags?: string[];
                            mode?: string;
                            model?: string;
                            size?: string;
                            /** @enum {string} */
                            color?: "red" | "orange" | "yellow" | "green" | "teal" | "blue" | "purple" | "pink" | "brown" | "black" | "gray" | "white";
                            /** Format: uuid */
                            near?: string;
                        };
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Collection"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/collections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Collection"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name?: string;
                        cover_id?: string | null;
                        filter?: {
                            search?: string;
                            /** @enum {string} */
                            status?: "all" | "pending" | "processing" | "completed" | "partial" | "failed";
                            dateStart?: string;
                            dateEnd?: string;
                            /** @default UTC */
                            timeZone?: string;
                            /** @default false */
                            onlyFavorites?: boolean;
                            tags?: string[];
                            mode?: string;
                            model?: string;
                            size?: string;
                            /** @enum {string} */
                            color?: "red" | "orange" | "yellow" | "green" | "teal" | "blue" | "purple" | "pink" | "brown" | "black" | "gray" | "white";
                            /** Format: uuid */
                            near?: string;
                        };
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Collection"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/collections/{id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    after?: string;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CollectionItems"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ids: string[];
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CollectionItemsChanged"];
                    };
                };
            };
        };
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ids: string[];
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CollectionItemsChanged"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/collections/{id}/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        id: string;
                        after: string | null;
                    };
                };
            };
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/collections/{id}/share": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        is_listed: boolean;
                        shows_settings: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Collection"];
                    };
                };
            };
        };
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared-collections/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    after?: string;
                };
                header?: never;
                path: {
                    token: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SharedCollection"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/codes/redeem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        code: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RedeemedCode"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        token: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Invitation"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generations/{id}/lineage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            generations: components["schemas"]["Generation"][];
                            links: {
                                child_id: string;
                                parent_id: string;
                                /** @enum {string} */
                                source: "repeat" | "input";
                            }[];
                            is_truncated: boolean;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            applications: components["schemas"]["Application"][];
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        parameters: {
                            client_id?: string;
                            redirect_uri?: string;
                            response_type?: string;
                            code_challenge?: string;
                            code_challenge_method?: string;
                            scope?: string;
                            state?: string;
                            resource?: string;
                        };
                        is_allowed: boolean;
                        daily_cap: number | null;
                        monthly_cap: number | null;
                        /** @enum {number} */
                        days: 1 | 7 | 30 | 90 | 365;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            redirect_to: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/applications/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        parameters: {
                            client_id?: string;
                            redirect_uri?: string;
                            response_type?: string;
                            code_challenge?: string;
                            code_challenge_method?: string;
                            scope?: string;
                            state?: string;
                            resource?: string;
                        };
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Authorization"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/applications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        daily_cap: number | null;
                        monthly_cap: number | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Application"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/payments/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {boolean} */
                            received: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/packs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Packs"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        pack: string;
                        return_to?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Checkout"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            payments: components["schemas"]["Payment"][];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Payment"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/presets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    generation_type?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            presets: components["schemas"]["Preset"][];
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string;
                        generation_type: string;
                        model: string;
                        settings: {
                            [key: string]: string | number | boolean | null;
                        };
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Preset"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/presets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Preset"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/generations/{id}/share": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            share: components["schemas"]["Share"];
                        };
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        is_listed: boolean;
                        shows_settings: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Share"];
                    };
                };
            };
        };
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shares/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    token: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SharedWork"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shares/{token}/like": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    token: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            likes: number;
                            is_liked: boolean;
                        };
                    };
                };
            };
        };
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    token: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            likes: number;
                            is_liked: boolean;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/explore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    kind?: "image" | "image-editing" | "video" | "audio" | "speech" | "music" | "image-understanding" | "transcription" | "text" | "3d";
                    sort?: "newest" | "liked";
                    after?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ExplorePage"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/oembed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    url?: string;
                    maxwidth?: number;
                    maxheight?: number;
                    format?: "json";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            version: "1.0";
                            /** @enum {string} */
                            type: "photo" | "video" | "rich";
                            title: string;
                            provider_name: string;
                            provider_url: string;
                            width: number;
                            height: number;
                            url?: string;
                            html?: string;
                            thumbnail_url?: string;
                            thumbnail_width?: number;
                            thumbnail_height?: number;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            webhooks: components["schemas"]["WebhookEndpoint"][];
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        url: string;
                        events: ("generation.completed" | "generation.partial" | "generation.failed")[];
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewWebhookEndpoint"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        url?: string;
                        events?: ("generation.completed" | "generation.partial" | "generation.failed")[];
                        is_enabled?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/account/webhooks/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewWebhookEndpoint"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookDelivery"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            deliveries: components["schemas"]["WebhookDelivery"][];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/webhooks/{id}/deliveries/{delivery}/repeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                    delivery: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/push": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Push"];
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: uri */
                        endpoint: string;
                        keys: {
                            p256dh: string;
                            auth: string;
                        };
                        /** @enum {string} */
                        language: Language;
                    };
                };
            };
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        address: string;
                        /** @enum {string} */
                        reason: "sexual" | "minors" | "violence" | "hate" | "person" | "copyright" | "illegal" | "other";
                        text?: string;
                    };
                };
            };
            responses: {
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {boolean} */
                            received: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/collections/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        format?: "png";
                        settings?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Download"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/image-generation/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        imageIds: string[];
                        /** @enum {string} */
                        format?: "png";
                        settings?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Download"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/image-editor/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        imageIds: string[];
                        /** @enum {string} */
                        format?: "png";
                        settings?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Download"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/video-generation/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        imageIds: string[];
                        /** @enum {string} */
                        format?: "png";
                        settings?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Download"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audio-generation/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        imageIds: string[];
                        /** @enum {string} */
                        format?: "png";
                        settings?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Download"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/speech/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        imageIds: string[];
                        /** @enum {string} */
                        format?: "png";
                        settings?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Download"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/music/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        imageIds: string[];
                        /** @enum {string} */
                        format?: "png";
                        settings?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Download"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/3d/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        imageIds: string[];
                        /** @enum {string} */
                        format?: "png";
                        settings?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Download"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/downloads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/zip": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/zip": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/export/size": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ExportSize"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SessionList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-out-everywhere": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    page?: number;
                    pageSize?: number;
                    reason?: "charge" | "refund" | "purchase" | "grant" | "reversal" | "return" | "correction" | "repayment" | "allowance";
                    dateStart?: string;
                    dateEnd?: string;
                    timeZone?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LedgerPage"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/ledger.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    reason?: "charge" | "refund" | "purchase" | "grant" | "reversal" | "return" | "correction" | "repayment" | "allowance";
                    dateStart?: string;
                    dateEnd?: string;
                    timeZone?: string;
                    language?: Language;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/image-generation/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model: "flux-dev";
                        /** @constant */
                        image_generation_type: "text-to-image";
                        prompt: string;
                        /**
                         * @default square_hd
                         * @enum {string}
                         */
                        image_size?: "square" | "square_hd" | "portrait_4_3" | "portrait_16_9" | "landscape_4_3" | "landscape_16_9";
                        /** @default 1 */
                        num_images?: number;
                        /** @default  */
                        negative_prompt?: string;
                        /** @default 28 */
                        num_inference_steps?: number;
                        /** @default 3.5 */
                        guidance_scale?: number;
                        seed?: ((number | string) | (string | number) | null) | number | string;
                        /** @default true */
                        enable_safety_checker?: boolean;
                    } | {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model: "flux-schnell";
                        /** @constant */
                        image_generation_type: "text-to-image";
                        prompt: string;
                        /**
                         * @default square_hd
                         * @enum {string}
                         */
                        image_size?: "square" | "square_hd" | "portrait_4_3" | "portrait_16_9" | "landscape_4_3" | "landscape_16_9";
                        /** @default 1 */
                        num_images?: number;
                        /** @default  */
                        negative_prompt?: string;
                        /** @default 4 */
                        num_inference_steps?: number;
                        seed?: ((number | string) | (string | number) | null) | number | string;
                        /** @default true */
                        enable_safety_checker?: boolean;
                    } | {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model: "janus-pro";
                        /** @constant */
                        image_generation_type: "text-to-image";
                        prompt: string;
                        /**
                         * @default square_hd
                         * @enum {string}
                         */
                        image_size?: "square" | "square_hd" | "portrait_4_3" | "portrait_16_9" | "landscape_4_3" | "landscape_16_9";
                        /** @default 1 */
                        num_images?: number;
                        /** @default 1 */
                        temperature?: number;
                        /** @default 5 */
                        cfg_weight?: number;
                        seed?: ((number | string) | (string | number) | null) | number | string;
                        /** @default true */
                        enable_safety_checker?: boolean;
                    } | {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model: "sd35";
                        /** @constant */
                        image_generation_type: "text-to-image";
                        prompt: string;
                        /**
                         * @default square_hd
                         * @enum {string}
                         */
                        image_size?: "square" | "square_hd" | "portrait_4_3" | "portrait_16_9" | "landscape_4_3" | "landscape_16_9";
                        /** @default 1 */
                        num_images?: number;
                        /** @default  */
                        negative_prompt?: string;
                        /** @default 30 */
                        num_inference_steps?: number;
                        seed?: ((number | string) | (string | number) | null) | number | string;
                        /** @default true */
                        enable_safety_checker?: boolean;
                    } | {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model: "flux-dev";
                        /** @constant */
                        image_generation_type: "image-to-image";
                        prompt: string;
                        /** Format: uri-reference */
                        image_url: string;
                        /** @default 0.95 */
                        strength?: number;
                        /** @default 1 */
                        num_images?: number;
                        /** @default  */
                        negative_prompt?: string;
                        /** @default 28 */
                        num_inference_steps?: number;
                        /** @default 3.5 */
                        guidance_scale?: number;
                        seed?: ((number | string) | (string | number) | null) | number | string;
                        /** @default true */
                        enable_safety_checker?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Created"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/image-editor/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model_type: "flux-pro-kontext";
                        prompt: string;
                        /** Format: uri-reference */
                        image_url: string;
                        /**
                         * @default 1:1
                         * @enum {string}
                         */
                        aspect_ratio?: "auto" | "1:1" | "21:9" | "16:9" | "4:3" | "3:2" | "2:3" | "3:4" | "9:16" | "9:21";
                        /** @default 1 */
                        num_images?: number;
                        /** @default 3.5 */
                        guidance_scale?: number;
                        /** @default false */
                        enhance_prompt?: boolean;
                        /** @default 2 */
                        safety_tolerance?: number;
                        /**
                         * @default jpeg
                         * @enum {string}
                         */
                        output_format?: "jpeg" | "png";
                        seed?: ((number | string) | (string | number) | null) | number | string;
                    } | {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model_type: "nano-banana-edit";
                        prompt: string;
                        /** Format: uri-reference */
                        image_url: string;
                        /**
                         * @default 1:1
                         * @enum {string}
                         */
                        aspect_ratio?: "auto" | "1:1" | "21:9" | "16:9" | "3:2" | "4:3" | "5:4" | "4:5" | "3:4" | "2:3" | "9:16";
                        /** @default 1 */
                        num_images?: number;
                        /** @default 2 */
                        safety_tolerance?: number;
                        /**
                         * @default jpeg
                         * @enum {string}
                         */
                        output_format?: "jpeg" | "png" | "webp";
                    } | {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model_type: "qwen-image-edit";
                        prompt: string;
                        /** Format: uri-reference */
                        image_url: string;
                        /**
                         * @default 1:1
                         * @enum {string}
                         */
                        aspect_ratio?: "auto" | "1:1" | "16:9" | "4:3" | "3:4" | "9:16";
                        /** @default 1 */
                        num_images?: number;
                        /** @default  */
                        negative_prompt?: string;
                        /** @default 3.5 */
                        guidance_scale?: number;
                        /** @default 30 */
                        num_inference_steps?: number;
                        /**
                         * @default jpeg
                         * @enum {string}
                         */
                        output_format?: "jpeg" | "png";
                        seed?: ((number | string) | (string | number) | null) | number | string;
                        /** @default true */
                        enable_safety_checker?: boolean;
                    } | {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model_type: "esrgan";
                        /** Format: uri-reference */
                        image_url: string;
                        /**
                         * @default 2
                         * @enum {string}
                         */
                        scale?: "2" | "4";
                        /**
                         * @default png
                         * @enum {string}
                         */
                        output_format?: "png" | "jpeg";
                    } | {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model_type: "birefnet-v2";
                        /** Format: uri-reference */
                        image_url: string;
                        /**
                         * @default 1024x1024
                         * @enum {string}
                         */
                        operating_resolution?: "1024x1024" | "2048x2048";
                        /** @default true */
                        refine_foreground?: boolean;
                        /**
                         * @default png
                         * @enum {string}
                         */
                        output_format?: "png" | "webp";
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Created"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wan/createVideo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model: "text-to-video";
                        /** @constant */
                        video_generation_type: "text-to-video";
                        prompt: string;
                        /**
                         * @default 16:9
                         * @enum {string}
                         */
                        aspect_ratio?: "16:9" | "9:16";
                        /**
                         * @default 480p
                         * @enum {string}
                         */
                        resolution?: "480p" | "580p" | "720p";
                        /**
                         * @default regular
                         * @enum {string}
                         */
                        acceleration?: "regular" | "turbo";
                        /** @default bright colors, overexposed, static, blurred details, subtitles, style, artwork, painting, picture, still, overall gray, worst quality, low quality, JPEG compression residue, ugly, incomplete, extra fingers, poorly drawn hands, poorly drawn faces, deformed, disfigured, malformed limbs, fused fingers, still picture, cluttered background, three legs, many people in the background, walking backwards */
                        negative_prompt?: string;
                        /** @default 81 */
                        num_frames?: number;
                        /** @default 16 */
                        frames_per_second?: number;
                        /** @default 30 */
                        num_inference_steps?: number;
                        seed?: ((number | string) | (string | number) | null) | number | string;
                        /** @default true */
                        enable_safety_checker?: boolean;
                        /** @default false */
                        enable_prompt_expansion?: boolean;
                    } | {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model: "text-to-video-pro";
                        /** @constant */
                        video_generation_type: "text-to-video-pro";
                        prompt: string;
                        /** @default 1080p */
                        resolution?: unknown;
                        /** @default 6 */
                        duration?: unknown;
                        /** @default true */
                        enable_safety_checker?: unknown;
                        /** @default  */
                        negative_prompt?: string;
                        seed?: ((number | string) | (string | number) | null) | number | string;
                    } | {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model: "image-to-video";
                        /** @constant */
                        video_generation_type: "image-to-video";
                        prompt: string;
                        /** Format: uri-reference */
                        image_url: string;
                        /**
                         * @default 16:9
                         * @enum {string}
                         */
                        aspect_ratio?: "auto" | "16:9" | "9:16" | "1:1";
                        /**
                         * @default 480p
                         * @enum {string}
                         */
                        resolution?: "480p" | "720p";
                        /**
                         * @default pro
                         * @enum {string}
                         */
                        speed?: "pro" | "high_quality";
                        /** @default bright colors, overexposed, static, blurred details, subtitles, style, artwork, painting, picture, still, overall gray, worst quality, low quality, JPEG compression residue, ugly, incomplete, extra fingers, poorly drawn hands, poorly drawn faces, deformed, disfigured, malformed limbs, fused fingers, still picture, cluttered background, three legs, many people in the background, walking backwards */
                        negative_prompt?: string;
                        /** @default 81 */
                        num_frames?: number;
                        /** @default 16 */
                        frames_per_second?: number;
                        /** @default 30 */
                        num_inference_steps?: number;
                        /** @default 3.5 */
                        guidance_scale?: number;
                        /** @default 5 */
                        shift?: number;
                        seed?: ((number | string) | (string | number) | null) | number | string;
                        /** @default true */
                        enable_safety_checker?: boolean;
                        /** @default false */
                        enable_prompt_expansion?: boolean;
                    } | {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model: "image-to-video-pro";
                        /** @constant */
                        video_generation_type: "image-to-video-pro";
                        prompt: string;
                        /** Format: uri-reference */
                        image_url: string;
                        /** @default 1080p */
                        resolution?: unknown;
                        /** @default 6 */
                        duration?: unknown;
                        /** @default true */
                        enable_safety_checker?: unknown;
                        /** @default  */
                        negative_prompt?: string;
                        seed?: ((number | string) | (string | number) | null) | number | string;
                    } | {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model: "first-to-last-frame";
                        /** @constant */
                        video_generation_type: "first-to-last-frame";
                        prompt: string;
                        /** Format: uri-reference */
                        start_image_url: string;
                        /** Format: uri-reference */
                        end_image_url: string;
                        /** @default auto */
                        aspect_ratio?: unknown;
                        /**
                         * @default 480p
                         * @enum {string}
                         */
                        resolution?: "480p" | "720p";
                        /**
                         * @default pro
                         * @enum {string}
                         */
                        speed?: "pro" | "high_quality";
                        /** @default 81 */
                        num_frames?: unknown;
                        /** @default 16 */
                        frames_per_second?: unknown;
                        /** @default bright colors, overexposed, static, blurred details, subtitles, style, artwork, painting, picture, still, overall gray, worst quality, low quality, JPEG compression residue, ugly, incomplete, extra fingers, poorly drawn hands, poorly drawn faces, deformed, disfigured, malformed limbs, fused fingers, still picture, cluttered background, three legs, many people in the background, walking backwards */
                        negative_prompt?: string;
                        /** @default 30 */
                        num_inference_steps?: number;
                        /** @default 3.5 */
                        guidance_scale?: number;
                        /** @default 5 */
                        shift?: number;
                        seed?: ((number | string) | (string | number) | null) | number | string;
                        /** @default true */
                        enable_safety_checker?: boolean;
                        /** @default false */
                        enable_prompt_expansion?: boolean;
                    } | {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model: "vace";
                        /** @constant */
                        video_generation_type: "vace";
                        prompt: string;
                        /**
                         * @default depth
                         * @enum {string}
                         */
                        task?: "default" | "depth" | "inpainting";
                        /**
                         * Format: uri-reference
                         * @default
                         */
                        video_url?: string;
                        /**
                         * Format: uri-reference
                         * @default
                         */
                        mask_image_url?: string;
                        /**
                         * Format: uri-reference
                         * @default
                         */
                        mask_video_url?: string;
                        /** @default [] */
                        ref_image_urls?: string[];
                        /**
                         * @default 16:9
                         * @enum {string}
                         */
                        aspect_ratio?: "auto" | "16:9" | "9:16" | "1:1";
                        /**
                         * @default 480p
                         * @enum {string}
                         */
                        resolution?: "480p" | "580p" | "720p";
                        /**
                         * @default pro
                         * @enum {string}
                         */
                        speed?: "pro" | "high_quality";
                        /** @default 81 */
                        num_frames?: unknown;
                        /** @default 16 */
                        frames_per_second?: unknown;
                        /** @default 5 */
                        shift?: unknown;
                        /** @default 30 */
                        num_inference_steps?: unknown;
                        /** @default letterboxing, borders, black bars, bright colors, overexposed, static, blurred details, subtitles, style, artwork, painting, picture, still, overall gray, worst quality, low quality, JPEG compression residue, ugly, incomplete, extra fingers, poorly drawn hands, poorly drawn faces, deformed, disfigured, malformed limbs, fused fingers, still picture, cluttered background, three legs, many people in the background, walking backwards */
                        negative_prompt?: string;
                        /** @default 3.5 */
                        guidance_scale?: number;
                        seed?: ((number | string) | (string | number) | null) | number | string;
                        /** @default true */
                        enable_safety_checker?: boolean;
                        /** @default false */
                        enable_prompt_expansion?: boolean;
                    } | {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model: "wan-v2-2-5b";
                        /** @constant */
                        video_generation_type: "wan-v2-2-5b";
                        prompt: string;
                        /**
                         * Format: uri-reference
                         * @default
                         */
                        image_url?: string;
                        /**
                         * @default 16:9
                         * @enum {string}
                         */
                        aspect_ratio?: "auto" | "16:9" | "9:16" | "1:1";
                        /**
                         * @default 580p
                         * @enum {string}
                         */
                        resolution?: "580p" | "720p";
                        /** @default bright colors, overexposed, static, blurred details, subtitles, style, artwork, painting, picture, still, overall gray, worst quality, low quality, JPEG compression residue, ugly, incomplete, extra fingers, poorly drawn hands, poorly drawn faces, deformed, disfigured, malformed limbs, fused fingers, still picture, cluttered background, three legs, many people in the background, walking backwards */
                        negative_prompt?: string;
                        /** @default 81 */
                        num_frames?: number;
                        /** @default 24 */
                        frames_per_second?: number;
                        /** @default 40 */
                        num_inference_steps?: number;
                        /** @default 3.5 */
                        guidance_scale?: number;
                        /** @default 5 */
                        shift?: number;
                        /**
                         * @default film
                         * @enum {string}
                         */
                        interpolator_model?: "none" | "film" | "rife";
                        /** @default 1 */
                        num_interpolated_frames?: number;
                        /** @default true */
                        adjust_fps_for_interpolation?: boolean;
                        seed?: ((number | string) | (string | number) | null) | number | string;
                        /** @default true */
                        enable_safety_checker?: boolean;
                        /** @default false */
                        enable_prompt_expansion?: boolean;
                    } | {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model: "wan-v2-2-a14b";
                        /** @constant */
                        video_generation_type: "wan-v2-2-a14b";
                        prompt: string;
                        /**
                         * Format: uri-reference
                         * @default
                         */
                        image_url?: string;
                        /**
                         * @default 16:9
                         * @enum {string}
                         */
                        aspect_ratio?: "auto" | "16:9" | "9:16" | "1:1";
                        /**
                         * @default 480p
                         * @enum {string}
                         */
                        resolution?: "480p" | "580p" | "720p";
                        /**
                         * @default regular
                         * @enum {string}
                         */
                        acceleration?: "regular" | "turbo";
                        /**
                         * @default pro
                         * @enum {string}
                         */
                        speed?: "pro" | "high_quality";
                        /** @default bright colors, overexposed, static, blurred details, subtitles, style, artwork, painting, picture, still, overall gray, worst quality, low quality, JPEG compression residue, ugly, incomplete, extra fingers, poorly drawn hands, poorly drawn faces, deformed, disfigured, malformed limbs, fused fingers, still picture, cluttered background, three legs, many people in the background, walking backwards */
                        negative_prompt?: string;
                        /** @default 81 */
                        num_frames?: number;
                        /** @default 24 */
                        frames_per_second?: number;
                        /** @default 30 */
                        num_inference_steps?: number;
                        /** @default 3.5 */
                        guidance_scale?: number;
                        /** @default 3.5 */
                        guidance_scale_2?: number;
                        /** @default 5 */
                        shift?: number;
                        /**
                         * @default film
                         * @enum {string}
                         */
                        interpolator_model?: "none" | "film" | "rife";
                        /** @default 1 */
                        num_interpolated_frames?: number;
                        /** @default true */
                        adjust_fps_for_interpolation?: boolean;
                        seed?: ((number | string) | (string | number) | null) | number | string;
                        /** @default true */
                        enable_safety_checker?: boolean;
                        /** @default false */
                        enable_prompt_expansion?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Created"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wan/createAudio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model: "thinksound";
                        /** @constant */
                        audio_generation_type: "video-to-audio";
                        /** Format: uri-reference */
                        video_url: string;
                        /** @default  */
                        prompt?: string;
                        /** @default 24 */
                        num_inference_steps?: number;
                        /** @default 5 */
                        cfg_scale?: number;
                    } | {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model: "stable-audio-25-audio-to-audio";
                        /** @constant */
                        audio_generation_type: "audio-to-audio";
                        /** Format: uri-reference */
                        audio_url: string;
                        prompt: string;
                        /** @default 0.8 */
                        strength?: number;
                        /** @default 8 */
                        num_inference_steps?: number;
                        /** @default 1 */
                        guidance_scale?: number;
                        seed?: ((number | string) | (string | number) | null) | number | string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Created"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/speech/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model: "eleven-v3";
                        text: string;
                        /**
                         * @default Rachel
                         * @enum {string}
                         */
                        voice?: "Rachel" | "Aria" | "Sarah" | "Charlotte" | "Alice" | "Matilda" | "Roger" | "Charlie" | "George" | "Callum" | "Liam" | "Daniel";
                        /**
                         * @default auto
                         * @enum {string}
                         */
                        language_code?: "auto" | "en" | "zh" | "es" | "fr" | "de" | "ja";
                        /** @default 0.5 */
                        stability?: number;
                        /**
                         * @default auto
                         * @enum {string}
                         */
                        apply_text_normalization?: "auto" | "on" | "off";
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Created"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/music/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model: "eleven-music";
                        prompt: string;
                        /**
                         * @default 60
                         * @enum {string}
                         */
                        music_length?: "30" | "60" | "120" | "180" | "300";
                        /** @default false */
                        force_instrumental?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Created"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/image-understanding/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model: "moondream3-preview";
                        /** Format: uri-reference */
                        image: string;
                        question: string;
                        /** @default 0.1 */
                        temperature?: number;
                        /** @default 0.95 */
                        top_p?: number;
                        seed?: ((number | string) | (string | number) | null) | number | string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Created"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transcription/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model: "whisper";
                        /** Format: uri-reference */
                        audio_url: string;
                        /**
                         * @default auto
                         * @enum {string}
                         */
                        language?: "auto" | Language | "es" | "fr" | "it" | "pt" | "nl" | "pl" | "cs" | "sv" | "da" | "fi" | "no" | "el" | "hu" | "ro" | "uk" | "ru" | "tr" | "ar" | "he" | "hi" | "id" | "vi" | "th" | "ja" | "ko";
                        /**
                         * @default transcribe
                         * @enum {string}
                         */
                        task?: "transcribe" | "translate";
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Created"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/text/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model: "gemini-2.5-flash";
                        /**
                         * @default write
                         * @enum {string}
                         */
                        task?: "write" | "improve" | "translate-en" | "translate-zh" | "describe" | "shots";
                        prompt: string;
                        /**
                         * Format: uri-reference
                         * @default
                         */
                        image_url?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Created"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/3d/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        request_id?: string;
                        isPublic?: boolean;
                        is_public?: boolean;
                        parent_id?: string | null;
                        expected_credits?: number | null;
                        /** @constant */
                        model: "trellis";
                        /** Format: uri-reference */
                        image_url: string;
                        /** @default 0.95 */
                        mesh_simplify?: number;
                        /** @default 12 */
                        ss_sampling_steps?: number;
                        /** @default 7.5 */
                        ss_guidance_strength?: number;
                        /** @default 12 */
                        slat_sampling_steps?: number;
                        /** @default 3 */
                        slat_guidance_strength?: number;
                        seed?: ((number | string) | (string | number) | null) | number | string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Created"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/image-understanding/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    job_id: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UnderstandingJob"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/image-generation/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    page?: number;
                    pageSize?: number;
                    search?: string;
                    status?: "all" | "pending" | "processing" | "completed" | "partial" | "failed";
                    dateStart?: string;
                    dateEnd?: string;
                    timeZone?: string;
                    onlyFavorites?: "true" | "false";
                    tags?: string | string[];
                    viewMode?: "grid" | "list";
                    mode?: string;
                    model?: string;
                    size?: string;
                    color?: "red" | "orange" | "yellow" | "green" | "teal" | "blue" | "purple" | "pink" | "brown" | "black" | "gray" | "white";
                    near?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ImageHistoryPage"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/image-generation/filters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HistoryFacets"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/image-generation/favorite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        imageId: string;
                        isFavorite: boolean;
                        tags?: string[];
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Favorite"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/image-generation/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        id?: string;
                        ids?: string[];
                        deleteFiles?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Deleted"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/image-generation/selection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ids?: string[];
                        filter?: {
                            search?: string;
                            /** @enum {string} */
                            status?: "all" | "pending" | "processing" | "completed" | "partial" | "failed";
                            dateStart?: string;
                            dateEnd?: string;
                            /** @default UTC */
                            timeZone?: string;
                            /** @default false */
                            onlyFavorites?: boolean;
                            tags?: string[];
                            mode?: string;
                            model?: string;
                            size?: string;
                            /** @enum {string} */
                            color?: "red" | "orange" | "yellow" | "green" | "teal" | "blue" | "purple" | "pink" | "brown" | "black" | "gray" | "white";
                            /** Format: uuid */
                            near?: string;
                        };
                        expected_total?: number;
                        cursor?: number;
                        /** @enum {string} */
                        action: "delete" | "favorite" | "unfavorite" | "add_tags" | "remove_tags" | "publish" | "hide" | "download";
                        tags?: string[];
                        /** @enum {string} */
                        format?: "png";
                        settings?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SelectionChanged"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/image-editor/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    page?: number;
                    pageSize?: number;
                    search?: string;
                    status?: "all" | "pending" | "processing" | "completed" | "partial" | "failed";
                    dateStart?: string;
                    dateEnd?: string;
                    timeZone?: string;
                    onlyFavorites?: "true" | "false";
                    tags?: string | string[];
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["EditingRecord"][];
                            total: number;
                            page: number;
                            totalPages: number;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/image-editor/filters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HistoryFacets"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/image-editor/favorite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        imageId: string;
                        isFavorite: boolean;
                        tags?: string[];
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Favorite"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/image-editor/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        id?: string;
                        ids?: string[];
                        deleteFiles?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Deleted"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/image-editor/selection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ids?: string[];
                        filter?: {
                            search?: string;
                            /** @enum {string} */
                            status?: "all" | "pending" | "processing" | "completed" | "partial" | "failed";
                            dateStart?: string;
                            dateEnd?: string;
                            /** @default UTC */
                            timeZone?: string;
                            /** @default false */
                            onlyFavorites?: boolean;
                            tags?: string[];
                        };
                        expected_total?: number;
                        cursor?: number;
                        /** @enum {string} */
                        action: "delete" | "favorite" | "unfavorite" | "add_tags" | "remove_tags" | "publish" | "hide" | "download";
                        tags?: string[];
                        /** @enum {string} */
                        format?: "png";
                        settings?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SelectionChanged"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/video-generation/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    page?: number;
                    pageSize?: number;
                    search?: string;
                    status?: "all" | "pending" | "processing" | "completed" | "partial" | "failed";
                    dateStart?: string;
                    dateEnd?: string;
                    timeZone?: string;
                    onlyFavorites?: "true" | "false";
                    tags?: string | string[];
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["VideoRecord"][];
                            total: number;
                            page: number;
                            totalPages: number;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/video-generation/filters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HistoryFacets"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/video-generation/favorite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        imageId: string;
                        isFavorite: boolean;
                        tags?: string[];
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Favorite"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/video-generation/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        id?: string;
                        ids?: string[];
                        deleteFiles?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Deleted"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/video-generation/selection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ids?: string[];
                        filter?: {
                            search?: string;
                            /** @enum {string} */
                            status?: "all" | "pending" | "processing" | "completed" | "partial" | "failed";
                            dateStart?: string;
                            dateEnd?: string;
                            /** @default UTC */
                            timeZone?: string;
                            /** @default false */
                            onlyFavorites?: boolean;
                            tags?: string[];
                        };
                        expected_total?: number;
                        cursor?: number;
                        /** @enum {string} */
                        action: "delete" | "favorite" | "unfavorite" | "add_tags" | "remove_tags" | "publish" | "hide" | "download";
                        tags?: string[];
                        /** @enum {string} */
                        format?: "png";
                        settings?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SelectionChanged"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audio-generation/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    page?: number;
                    pageSize?: number;
                    search?: string;
                    status?: "all" | "pending" | "processing" | "completed" | "partial" | "failed";
                    dateStart?: string;
                    dateEnd?: string;
                    timeZone?: string;
                    onlyFavorites?: "true" | "false";
                    tags?: string | string[];
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["AudioRecord"][];
                            total: number;
                            page: number;
                            totalPages: number;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audio-generation/filters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HistoryFacets"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audio-generation/favorite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        imageId: string;
                        isFavorite: boolean;
                        tags?: string[];
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Favorite"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audio-generation/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        id?: string;
                        ids?: string[];
                        deleteFiles?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Deleted"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audio-generation/selection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ids?: string[];
                        filter?: {
                            search?: string;
                            /** @enum {string} */
                            status?: "all" | "pending" | "processing" | "completed" | "partial" | "failed";
                            dateStart?: string;
                            dateEnd?: string;
                            /** @default UTC */
                            timeZone?: string;
                            /** @default false */
                            onlyFavorites?: boolean;
                            tags?: string[];
                        };
                        expected_total?: number;
                        cursor?: number;
                        /** @enum {string} */
                        action: "delete" | "favorite" | "unfavorite" | "add_tags" | "remove_tags" | "publish" | "hide" | "download";
                        tags?: string[];
                        /** @enum {string} */
                        format?: "png";
                        settings?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SelectionChanged"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/speech/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    page?: number;
                    pageSize?: number;
                    search?: string;
                    status?: "all" | "pending" | "processing" | "completed" | "partial" | "failed";
                    dateStart?: string;
                    dateEnd?: string;
                    timeZone?: string;
                    onlyFavorites?: "true" | "false";
                    tags?: string | string[];
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["FileRecord"][];
                            total: number;
                            page: number;
                            totalPages: number;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/speech/filters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HistoryFacets"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/speech/favorite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        imageId: string;
                        isFavorite: boolean;
                        tags?: string[];
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Favorite"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/speech/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        id?: string;
                        ids?: string[];
                        deleteFiles?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Deleted"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/speech/selection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ids?: string[];
                        filter?: {
                            search?: string;
                            /** @enum {string} */
                            status?: "all" | "pending" | "processing" | "completed" | "partial" | "failed";
                            dateStart?: string;
                            dateEnd?: string;
                            /** @default UTC */
                            timeZone?: string;
                            /** @default false */
                            onlyFavorites?: boolean;
                            tags?: string[];
                        };
                        expected_total?: number;
                        cursor?: number;
                        /** @enum {string} */
                        action: "delete" | "favorite" | "unfavorite" | "add_tags" | "remove_tags" | "publish" | "hide" | "download";
                        tags?: string[];
                        /** @enum {string} */
                        format?: "png";
                        settings?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SelectionChanged"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/speech/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    id: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FileRecord"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/music/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    page?: number;
                    pageSize?: number;
                    search?: string;
                    status?: "all" | "pending" | "processing" | "completed" | "partial" | "failed";
                    dateStart?: string;
                    dateEnd?: string;
                    timeZone?: string;
                    onlyFavorites?: "true" | "false";
                    tags?: string | string[];
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["FileRecord"][];
                            total: number;
                            page: number;
                            totalPages: number;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/music/filters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HistoryFacets"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/music/favorite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        imageId: string;
                        isFavorite: boolean;
                        tags?: string[];
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Favorite"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/music/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        id?: string;
                        ids?: string[];
                        deleteFiles?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Deleted"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/music/selection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ids?: string[];
                        filter?: {
                            search?: string;
                            /** @enum {string} */
                            status?: "all" | "pending" | "processing" | "completed" | "partial" | "failed";
                            dateStart?: string;
                            dateEnd?: string;
                            /** @default UTC */
                            timeZone?: string;
                            /** @default false */
                            onlyFavorites?: boolean;
                            tags?: string[];
                        };
                        expected_total?: number;
                        cursor?: number;
                        /** @enum {string} */
                        action: "delete" | "favorite" | "unfavorite" | "add_tags" | "remove_tags" | "publish" | "hide" | "download";
                        tags?: string[];
                        /** @enum {string} */
                        format?: "png";
                        settings?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SelectionChanged"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/music/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    id: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FileRecord"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/image-understanding/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    page?: number;
                    pageSize?: number;
                    search?: string;
                    status?: "all" | "pending" | "processing" | "completed" | "partial" | "failed";
                    dateStart?: string;
                    dateEnd?: string;
                    timeZone?: string;
                    onlyFavorites?: "true" | "false";
                    tags?: string | string[];
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["UnderstandingRecord"][];
                            total: number;
                            page: number;
                            totalPages: number;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/image-understanding/filters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HistoryFacets"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/image-understanding/favorite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        imageId: string;
                        isFavorite: boolean;
                        tags?: string[];
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Favorite"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/image-understanding/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        id?: string;
                        ids?: string[];
                        deleteFiles?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Deleted"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/image-understanding/selection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ids?: string[];
                        filter?: {
                            search?: string;
                            /** @enum {string} */
                            status?: "all" | "pending" | "processing" | "completed" | "partial" | "failed";
                            dateStart?: string;
                            dateEnd?: string;
                            /** @default UTC */
                            timeZone?: string;
                            /** @default false */
                            onlyFavorites?: boolean;
                            tags?: string[];
                        };
                        expected_total?: number;
                        cursor?: number;
                        /** @enum {string} */
                        action: "delete" | "favorite" | "unfavorite" | "add_tags" | "remove_tags" | "publish" | "hide" | "download";
                        tags?: string[];
                        /** @enum {string} */
                        format?: "png";
                        settings?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SelectionChanged"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transcription/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    page?: number;
                    pageSize?: number;
                    search?: string;
                    status?: "all" | "pending" | "processing" | "completed" | "partial" | "failed";
                    dateStart?: string;
                    dateEnd?: string;
                    timeZone?: string;
                    onlyFavorites?: "true" | "false";
                    tags?: string | string[];
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["FileRecord"][];
                            total: number;
                            page: number;
                            totalPages: number;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transcription/filters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HistoryFacets"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transcription/favorite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        imageId: string;
                        isFavorite: boolean;
                        tags?: string[];
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Favorite"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transcription/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        id?: string;
                        ids?: string[];
                        deleteFiles?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Deleted"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transcription/selection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ids?: string[];
                        filter?: {
                            search?: string;
                            /** @enum {string} */
                            status?: "all" | "pending" | "processing" | "completed" | "partial" | "failed";
                            dateStart?: string;
                            dateEnd?: string;
                            /** @default UTC */
                            timeZone?: string;
                            /** @default false */
                            onlyFavorites?: boolean;
                            tags?: string[];
                        };
                        expected_total?: number;
                        cursor?: number;
                        /** @enum {string} */
                        action: "delete" | "favorite" | "unfavorite" | "add_tags" | "remove_tags" | "publish" | "hide" | "download";
                        tags?: string[];
                        /** @enum {string} */
                        format?: "png";
                        settings?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SelectionChanged"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transcription/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    id: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FileRecord"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/text/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    page?: number;
                    pageSize?: number;
                    search?: string;
                    status?: "all" | "pending" | "processing" | "completed" | "partial" | "failed";
                    dateStart?: string;
                    dateEnd?: string;
                    timeZone?: string;
                    onlyFavorites?: "true" | "false";
                    tags?: string | string[];
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["FileRecord"][];
                            total: number;
                            page: number;
                            totalPages: number;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/text/filters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HistoryFacets"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/text/favorite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        imageId: string;
                        isFavorite: boolean;
                        tags?: string[];
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Favorite"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/text/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        id?: string;
                        ids?: string[];
                        deleteFiles?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Deleted"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/text/selection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ids?: string[];
                        filter?: {
                            search?: string;
                            /** @enum {string} */
                            status?: "all" | "pending" | "processing" | "completed" | "partial" | "failed";
                            dateStart?: string;
                            dateEnd?: string;
                            /** @default UTC */
                            timeZone?: string;
                            /** @default false */
                            onlyFavorites?: boolean;
                            tags?: string[];
                        };
                        expected_total?: number;
                        cursor?: number;
                        /** @enum {string} */
                        action: "delete" | "favorite" | "unfavorite" | "add_tags" | "remove_tags" | "publish" | "hide" | "download";
                        tags?: string[];
                        /** @enum {string} */
                        format?: "png";
                        settings?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SelectionChanged"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/text/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    id: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FileRecord"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/3d/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    page?: number;
                    pageSize?: number;
                    search?: string;
                    status?: "all" | "pending" | "processing" | "completed" | "partial" | "failed";
                    dateStart?: string;
                    dateEnd?: string;
                    timeZone?: string;
                    onlyFavorites?: "true" | "false";
                    tags?: string | string[];
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["FileRecord"][];
                            total: number;
                            page: number;
                            totalPages: number;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/3d/filters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HistoryFacets"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/3d/favorite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        imageId: string;
                        isFavorite: boolean;
                        tags?: string[];
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Favorite"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/3d/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        id?: string;
                        ids?: string[];
                        deleteFiles?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Deleted"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/3d/selection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ids?: string[];
                        filter?: {
                            search?: string;
                            /** @enum {string} */
                            status?: "all" | "pending" | "processing" | "completed" | "partial" | "failed";
                            dateStart?: string;
                            dateEnd?: string;
                            /** @default UTC */
                            timeZone?: string;
                            /** @default false */
                            onlyFavorites?: boolean;
                            tags?: string[];
                        };
                        expected_total?: number;
                        cursor?: number;
                        /** @enum {string} */
                        action: "delete" | "favorite" | "unfavorite" | "add_tags" | "remove_tags" | "publish" | "hide" | "download";
                        tags?: string[];
                        /** @enum {string} */
                        format?: "png";
                        settings?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SelectionChanged"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/3d/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    id: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FileRecord"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audio-generation/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    record_id: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AudioJob"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generations/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ids: string[];
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Restored"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wan/refundCredits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        request_id: string;
                        reason?: string;
                        /** @constant */
                        manual_refund: true;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Refunded"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generations/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        model?: string;
                        generation_type?: string;
                        input: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Price"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generations/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OpenGenerations"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Generation"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generations/{id}/model": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ModelVersion"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generations/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Generation"];
                    };
                };
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Generation"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generations/{id}/visibility": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        is_public: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Generation"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/provenance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    address: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Provenance"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /** Format: binary */
                        file: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Provenance"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/provenance.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            subject: string;
                            fingerprint_sha256: string;
                            /** Format: date-time */
                            valid_until: string;
                            is_on_trust_list: boolean | null;
                            certificates: string;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/near-copies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    address: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NearCopies"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/upload-video": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: {
                    accept?: "video-or-gif" | "audio";
                };
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /** Format: binary */
                        file: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/upload-image-wan-i2v": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /** Format: binary */
                        file: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            content_type: string;
                            bytes: number;
                            width: number | null;
                            height: number | null;
                            duration_ms: number | null;
                            imageUrl: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/upload-from-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        url: string;
                        /** @enum {string} */
                        accept: "image" | "video" | "video-or-gif" | "audio";
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            content_type: string;
                            bytes: number;
                            width: number | null;
                            height: number | null;
                            duration_ms: number | null;
                            url: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generate-presigned-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        filename: string;
                        /** @enum {string} */
                        contentType: "image/jpeg" | "image/png" | "image/webp" | "image/avif" | "image/heic" | "image/heif" | "image/gif" | "video/mp4" | "video/quicktime" | "video/webm" | "video/x-m4v" | "audio/mpeg" | "audio/wav" | "audio/mp4" | "audio/webm" | "audio/ogg" | "audio/flac" | "audio/aac";
                        bytes?: number;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {boolean} */
                            success: true;
                            url: string;
                            key: string;
                            public_url: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wan/getImageResult": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: {
                    account?: string | null;
                    generation?: string | null;
                    token?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {boolean} */
                            received: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wan/getResult": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: {
                    account?: string | null;
                    generation?: string | null;
                    token?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {boolean} */
                            received: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wan/getAudioResult": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: {
                    account?: string | null;
                    generation?: string | null;
                    token?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {boolean} */
                            received: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: {
                    account?: string | null;
                    generation?: string | null;
                    token?: string | null;
                };
                header?: never;
                path: {
                    provider: string | null;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {boolean} */
                            received: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wan/updateAudioStatus": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        request_id: string;
                        status?: unknown;
                        audio_url?: unknown;
                        prompt?: unknown;
                        error_message?: unknown;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Generation"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{account}/{id}/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    account: string;
                    id: string;
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                206: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wan/fal/proxy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header: {
                    "x-fal-target-url": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header: {
                    "x-fal-target-url": string;
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        post: {
            parameters: {
                query?: never;
                header: {
                    "x-fal-target-url": string;
                    "x-atelier-account"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gemini/{version}/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    pageSize?: number;
                    pageToken?: string;
                };
                header?: never;
                path: {
                    version: "v1" | "v1beta";
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            models: components["schemas"]["GeminiModel"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gemini/{version}/models/{model}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    version: "v1" | "v1beta";
                    model: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["GeminiModel"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gemini/{version}/models/{call}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: {
                    alt?: "sse";
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    version: "v1" | "v1beta";
                    call: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        contents: ({
                            role?: string;
                            parts?: unknown[];
                        } & {
                            [key: string]: unknown;
                        })[];
                        generationConfig?: {
                            responseModalities?: ("TEXT" | "IMAGE")[];
                            imageConfig?: {
                                aspectRatio?: string;
                                /** @enum {string} */
                                imageSize?: "1K" | "2K" | "4K";
                            };
                            candidateCount?: number;
                            responseMimeType?: unknown;
                            responseSchema?: unknown;
                            responseJsonSchema?: unknown;
                            mediaResolution?: string;
                        } & {
                            [key: string]: unknown;
                        };
                        tools?: unknown;
                        cachedContent?: unknown;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["GeminiContent"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        client_name?: string;
                        redirect_uris: string[];
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, never>;
                    };
                };
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, never>;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/x-www-form-urlencoded": {
                        grant_type?: string;
                        code?: string;
                        redirect_uri?: string;
                        code_verifier?: string;
                        refresh_token?: string;
                        client_id?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, never>;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/x-www-form-urlencoded": {
                        token?: string;
                        client_id?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, never>;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        jsonrpc: "2.0";
                        id?: number | string;
                        /** @enum {string} */
                        method: "initialize" | "ping" | "tools/list" | "tools/call" | "resources/list" | "resources/templates/list" | "resources/read" | "notifications/cancelled";
                        params?: {
                            /** @enum {string} */
                            name?: "list_models" | "quote" | "get_generation" | "search_history" | "generate_image";
                            arguments?: {
                                [key: string]: unknown;
                            };
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                        "application/json": Record<string, never>;
                    };
                };
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            object: "list";
                            data: components["schemas"]["OpenAiModel"][];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models/{model}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    model: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OpenAiModel"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/images/generations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        prompt: string;
                        model?: string;
                        n?: number;
                        size?: string;
                        /** @enum {string} */
                        quality?: "auto" | "low" | "medium" | "high" | "standard" | "hd";
                        /** @enum {string} */
                        response_format?: "url" | "b64_json";
                        /** @enum {string} */
                        output_format?: "png" | "jpeg" | "webp";
                        output_compression?: number;
                        /** @enum {string} */
                        background?: "auto" | "opaque" | "transparent";
                        /** @enum {string} */
                        moderation?: "auto" | "low";
                        /** @enum {string} */
                        input_fidelity?: "low" | "high";
                        /** @enum {string} */
                        style?: "vivid" | "natural";
                        user?: string;
                        stream?: boolean;
                        partial_images?: number;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OpenAiImages"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/images/edits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        prompt: string;
                        model?: string;
                        n?: number;
                        size?: string;
                        /** @enum {string} */
                        quality?: "auto" | "low" | "medium" | "high" | "standard" | "hd";
                        /** @enum {string} */
                        response_format?: "url" | "b64_json";
                        /** @enum {string} */
                        output_format?: "png" | "jpeg" | "webp";
                        output_compression?: number;
                        /** @enum {string} */
                        background?: "auto" | "opaque" | "transparent";
                        /** @enum {string} */
                        moderation?: "auto" | "low";
                        /** @enum {string} */
                        input_fidelity?: "low" | "high";
                        /** @enum {string} */
                        style?: "vivid" | "natural";
                        user?: string;
                        stream?: boolean;
                        partial_images?: number;
                        images: {
                            image_url: string;
                        }[];
                        mask?: {
                            image_url: string;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                    "multipart/form-data": {
                        /** Format: binary */
                        image?: string;
                        /** Format: binary */
                        mask?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OpenAiImages"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/images/variations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        model?: string;
                        n?: number;
                        size?: string;
                        /** @enum {string} */
                        quality?: "auto" | "low" | "medium" | "high" | "standard" | "hd";
                        /** @enum {string} */
                        response_format?: "url" | "b64_json";
                        /** @enum {string} */
                        output_format?: "png" | "jpeg" | "webp";
                        output_compression?: number;
                        /** @enum {string} */
                        background?: "auto" | "opaque" | "transparent";
                        /** @enum {string} */
                        moderation?: "auto" | "low";
                        /** @enum {string} */
                        input_fidelity?: "low" | "high";
                        /** @enum {string} */
                        style?: "vivid" | "natural";
                        user?: string;
                        partial_images?: number;
                    } & {
                        [key: string]: unknown;
                    };
                    "multipart/form-data": {
                        /** Format: binary */
                        image?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OpenAiImages"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/videos/{id}/remix": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        prompt: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OpenAiVideo"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/videos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    order?: "asc" | "desc";
                    after?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            object: "list";
                            data: components["schemas"]["OpenAiVideo"][];
                            first_id: string | null;
                            last_id: string | null;
                            has_more: boolean;
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        prompt: string;
                        model?: string;
                        seconds?: string | number;
                        size?: string;
                        user?: string;
                        input_reference?: {
                            image_url: string;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                    "multipart/form-data": {
                        /** Format: binary */
                        input_reference?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OpenAiVideo"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/videos/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OpenAiVideo"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            /** @enum {string} */
                            object: "video.deleted";
                            deleted: boolean;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/videos/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    variant?: string;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                206: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/chat/completions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        messages: ({
                            role?: string;
                            content?: unknown;
                        } & {
                            [key: string]: unknown;
                        })[];
                        model?: string;
                        modalities?: ("text" | "image")[];
                        image_config?: {
                            aspect_ratio?: string;
                            /** @enum {string} */
                            image_size?: "1K" | "2K" | "4K";
                        };
                        size?: string;
                        n?: number;
                        stream?: boolean;
                        stream_options?: {
                            include_usage?: boolean;
                        } & {
                            [key: string]: unknown;
                        };
                        response_format?: unknown;
                        tools?: unknown;
                        functions?: unknown;
                        user?: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OpenAiChat"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        input: string | ({
                            role?: string;
                            content?: unknown;
                        } & {
                            [key: string]: unknown;
                        })[];
                        model?: string;
                        tools?: ({
                            model?: string;
                            size?: string;
                            /** @enum {string} */
                            quality?: "auto" | "low" | "medium" | "high" | "standard" | "hd";
                            /** @enum {string} */
                            output_format?: "png" | "jpeg" | "webp";
                            output_compression?: number;
                            /** @enum {string} */
                            background?: "auto" | "opaque" | "transparent";
                            /** @enum {string} */
                            moderation?: "auto" | "low";
                            /** @enum {string} */
                            input_fidelity?: "low" | "high";
                            partial_images?: number;
                            /** @constant */
                            type: "image_generation";
                            /** @enum {string} */
                            action?: "auto" | "generate" | "edit";
                            input_image_mask?: {
                                [key: string]: unknown;
                            };
                        } & {
                            [key: string]: unknown;
                        })[];
                        previous_response_id?: string;
                        background?: boolean;
                        stream?: boolean;
                        conversation?: unknown;
                        prompt?: unknown;
                        text?: unknown;
                        user?: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OpenAiResponse"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OpenAiResponse"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audio/speech": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        input: string;
                        model?: string;
                        voice?: string;
                        /** @enum {string} */
                        response_format?: "mp3" | "opus" | "aac" | "flac" | "wav" | "pcm";
                        speed?: number;
                        instructions?: string;
                        /** @enum {string} */
                        stream_format?: "audio" | "sse";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audio/transcriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        model?: string;
                        language?: string;
                        /** @enum {string} */
                        response_format?: "json" | "text" | "srt" | "verbose_json" | "vtt";
                        timestamp_granularities?: ("segment" | "word")[];
                        prompt?: string;
                        temperature?: number;
                        chunking_strategy?: unknown;
                        include?: string[];
                        stream?: boolean;
                        user?: string;
                    } & {
                        [key: string]: unknown;
                    };
                    "multipart/form-data": {
                        /** Format: binary */
                        file?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/replicate/v1/predictions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            next: string | null;
                            previous: null;
                            results: components["schemas"]["ReplicatePrediction"][];
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    prefer?: string;
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        input: {
                            [key: string]: unknown;
                        };
                        version?: string;
                        model?: string;
                        webhook?: string | null;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ReplicatePrediction"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/replicate/v1/models/{owner}/{name}/predictions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    prefer?: string;
                    "idempotency-key"?: string;
                };
                path: {
                    owner: string;
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        input: {
                            [key: string]: unknown;
                        };
                        version?: string;
                        model?: string;
                        webhook?: string | null;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ReplicatePrediction"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/replicate/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            next: string | null;
                            previous: null;
                            results: components["schemas"]["ReplicateModel"][];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/replicate/v1/models/{owner}/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    owner: string;
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ReplicateModel"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/replicate/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            type: "user";
                            username: string;
                            name: string;
                            github_url: string;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/replicate/v1/predictions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ReplicatePrediction"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/replicate/v1/predictions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ReplicatePrediction"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/replicate/v1/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /** Format: binary */
                        content?: string;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            name: string;
                            content_type: string;
                            size: number;
                            checksums: {
                                sha256: string;
                            };
                            metadata: Record<string, never>;
                            urls: {
                                get: string;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
};
export type webhooks = Record<string, never>;
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
            language: Language | null;
            /** @enum {string|null} */
            theme: "dark" | "light" | "system" | null;
            /** Format: date-time */
            created_at: string;
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
        AccountLimits: {
            groups: string[];
            models: string[] | null;
            daily_cap: number | null;
            job_ceiling: number | null;
            creates_per_minute: number | null;
            retention_days: number | null;
            storage: {
                used: number;
                max: number;
            } | null;
            allowance: {
                credits: number;
                /** @enum {string} */
                period: "day" | "week" | "month";
                /** @default false */
                is_cumulative: boolean;
                /** Format: date-time */
                renews_at: string;
            } | null;
        };
        Settings: {
            /** @enum {string} */
            mode: "demo" | "production";
            sample_results: boolean;
            mark: string;
            prices: {
                percent: number;
                models: {
                    [key: string]: number;
                };
            };
            /** @enum {string} */
            sign_up: "open" | "invitation" | "approval" | "closed";
            sign_in_methods: {
                id: string;
                name: string;
            }[];
            studio_name: string;
            logo: string | null;
            accent: {
                light: {
                    accent: string;
                    strong: string;
                    on: string;
                };
                dark: {
                    accent: string;
                    strong: string;
                    on: string;
                };
            } | null;
            footer: {
                [key: string]: string;
            };
            terms_url: string | null;
            privacy_url: string | null;
            imprint_url: string | null;
            terms_version: number;
            banner: {
                text: {
                    [key: string]: string;
                };
                /** @enum {string} */
                tone: "info" | "warning";
            } | null;
            free_mode: boolean;
            maintenance: boolean;
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
        Key: {
            id: string;
            name: string;
            hint: string;
            scopes: ("read" | "create")[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
        };
        NewKey: {
            id: string;
            name: string;
            hint: string;
            scopes: ("read" | "create")[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
            key: string;
        };
        CanvasPage: {
            documents: components["schemas"]["Canvas"][];
            next: string | null;
        };
        Canvas: {
            id: string;
            name: string;
            width: number;
            height: number;
            version: number;
            bytes: number;
            thumbnail: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        CanvasDocument: {
            id: string;
            name: string;
            width: number;
            height: number;
            version: number;
            bytes: number;
            thumbnail: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            document: {
                /** @enum {number} */
                format: 1;
                layers: ({
                    /** @enum {string} */
                    kind: "image";
                    id: string;
                    name: string;
                    parent: string | null;
                    x: number;
                    y: number;
                    scale_x: number;
                    scale_y: number;
                    rotation: number;
                    opacity: number;
                    /** @enum {string} */
                    blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                    visible: boolean;
                    locked: boolean;
                    width: number;
                    height: number;
                    tiles: {
                        x: number;
                        y: number;
                        file: string;
                    }[];
                    source?: {
                        /** Format: uuid */
                        generation_id: string;
                        media_position: number;
                    };
                } | {
                    /** @enum {string} */
                    kind: "mask";
                    id: string;
                    name: string;
                    parent: string | null;
                    x: number;
                    y: number;
                    scale_x: number;
                    scale_y: number;
                    rotation: number;
                    opacity: number;
                    /** @enum {string} */
                    blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                    visible: boolean;
                    locked: boolean;
                    width: number;
                    height: number;
                    tiles: {
                        x: number;
                        y: number;
                        file: string;
                    }[];
                    source?: {
                        /** Format: uuid */
                        generation_id: string;
                        media_position: number;
                    };
                } | {
                    /** @enum {string} */
                    kind: "drawing";
                    id: string;
                    name: string;
                    parent: string | null;
                    x: number;
                    y: number;
                    scale_x: number;
                    scale_y: number;
                    rotation: number;
                    opacity: number;
                    /** @enum {string} */
                    blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                    visible: boolean;
                    locked: boolean;
                    width: number;
                    height: number;
                    tiles: {
                        x: number;
                        y: number;
                        file: string;
                    }[];
                    source?: {
                        /** Format: uuid */
                        generation_id: string;
                        media_position: number;
                    };
                } | {
                    /** @enum {string} */
                    kind: "reference";
                    id: string;
                    name: string;
                    parent: string | null;
                    x: number;
                    y: number;
                    scale_x: number;
                    scale_y: number;
                    rotation: number;
                    opacity: number;
                    /** @enum {string} */
                    blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                    visible: boolean;
                    locked: boolean;
                    width: number;
                    height: number;
                    tiles: {
                        x: number;
                        y: number;
                        file: string;
                    }[];
                    source?: {
                        /** Format: uuid */
                        generation_id: string;
                        media_position: number;
                    };
                } | {
                    /** @enum {string} */
                    kind: "control";
                    id: string;
                    name: string;
                    parent: string | null;
                    x: number;
                    y: number;
                    scale_x: number;
                    scale_y: number;
                    rotation: number;
                    opacity: number;
                    /** @enum {string} */
                    blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                    visible: boolean;
                    locked: boolean;
                    width: number;
                    height: number;
                    tiles: {
                        x: number;
                        y: number;
                        file: string;
                    }[];
                    source?: {
                        /** Format: uuid */
                        generation_id: string;
                        media_position: number;
                    };
                    /** @enum {string} */
                    control: "edges" | "depth" | "pose" | "scribble";
                } | {
                    /** @enum {string} */
                    kind: "group";
                    id: string;
                    name: string;
                    parent: string | null;
                    x: number;
                    y: number;
                    scale_x: number;
                    scale_y: number;
                    rotation: number;
                    opacity: number;
                    /** @enum {string} */
                    blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                    visible: boolean;
                    locked: boolean;
                } | {
                    /** @enum {string} */
                    kind: "text";
                    id: string;
                    name: string;
                    parent: string | null;
                    x: number;
                    y: number;
                    scale_x: number;
                    scale_y: number;
                    rotation: number;
                    opacity: number;
                    /** @enum {string} */
                    blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                    visible: boolean;
                    locked: boolean;
                    text: string;
                    font_size: number;
                    /** @enum {string} */
                    font_family: "sans-serif" | "serif" | "monospace" | "rounded" | "handwriting";
                    color: string;
                    weight: number;
                    /** @enum {string} */
                    align: "left" | "center" | "right";
                    width: number | null;
                } | {
                    /** @enum {string} */
                    kind: "shape";
                    id: string;
                    name: string;
                    parent: string | null;
                    x: number;
                    y: number;
                    scale_x: number;
                    scale_y: number;
                    rotation: number;
                    opacity: number;
                    /** @enum {string} */
                    blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                    visible: boolean;
                    locked: boolean;
                    /** @enum {string} */
                    shape: "rectangle" | "ellipse" | "line" | "polygon" | "gradient";
                    width: number;
                    height: number;
                    points?: {
                        x: number;
                        y: number;
                    }[];
                    fill: string | null;
                    fill_to?: string | null;
                    stroke: string | null;
                    stroke_width: number;
                })[];
            };
        };
        CanvasVersions: {
            versions: {
                version: number;
                width: number;
                height: number;
                /** Format: date-time */
                created_at: string;
                bytes: number;
            }[];
        };
        CanvasVersion: {
            version: number;
            width: number;
            height: number;
            /** Format: date-time */
            created_at: string;
            document: {
                /** @enum {number} */
                format: 1;
                layers: ({
                    /** @enum {string} */
                    kind: "image";
                    id: string;
                    name: string;
                    parent: string | null;
                    x: number;
                    y: number;
                    scale_x: number;
                    scale_y: number;
                    rotation: number;
                    opacity: number;
                    /** @enum {string} */
                    blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                    visible: boolean;
                    locked: boolean;
                    width: number;
                    height: number;
                    tiles: {
                        x: number;
                        y: number;
                        file: string;
                    }[];
                    source?: {
                        /** Format: uuid */
                        generation_id: string;
                        media_position: number;
                    };
                } | {
                    /** @enum {string} */
                    kind: "mask";
                    id: string;
                    name: string;
                    parent: string | null;
                    x: number;
                    y: number;
                    scale_x: number;
                    scale_y: number;
                    rotation: number;
                    opacity: number;
                    /** @enum {string} */
                    blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                    visible: boolean;
                    locked: boolean;
                    width: number;
                    height: number;
                    tiles: {
                        x: number;
                        y: number;
                        file: string;
                    }[];
                    source?: {
                        /** Format: uuid */
                        generation_id: string;
                        media_position: number;
                    };
                } | {
                    /** @enum {string} */
                    kind: "drawing";
                    id: string;
                    name: string;
                    parent: string | null;
                    x: number;
                    y: number;
                    scale_x: number;
                    scale_y: number;
                    rotation: number;
                    opacity: number;
                    /** @enum {string} */
                    blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                    visible: boolean;
                    locked: boolean;
                    width: number;
                    height: number;
                    tiles: {
                        x: number;
                        y: number;
                        file: string;
                    }[];
                    source?: {
                        /** Format: uuid */
                        generation_id: string;
                        media_position: number;
                    };
                } | {
                    /** @enum {string} */
                    kind: "reference";
                    id: string;
                    name: string;
                    parent: string | null;
                    x: number;
                    y: number;
                    scale_x: number;
                    scale_y: number;
                    rotation: number;
                    opacity: number;
                    /** @enum {string} */
                    blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                    visible: boolean;
                    locked: boolean;
                    width: number;
                    height: number;
                    tiles: {
                        x: number;
                        y: number;
                        file: string;
                    }[];
                    source?: {
                        /** Format: uuid */
                        generation_id: string;
                        media_position: number;
                    };
                } | {
                    /** @enum {string} */
                    kind: "control";
                    id: string;
                    name: string;
                    parent: string | null;
                    x: number;
                    y: number;
                    scale_x: number;
                    scale_y: number;
                    rotation: number;
                    opacity: number;
                    /** @enum {string} */
                    blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                    visible: boolean;
                    locked: boolean;
                    width: number;
                    height: number;
                    tiles: {
                        x: number;
                        y: number;
                        file: string;
                    }[];
                    source?: {
                        /** Format: uuid */
                        generation_id: string;
                        media_position: number;
                    };
                    /** @enum {string} */
                    control: "edges" | "depth" | "pose" | "scribble";
                } | {
                    /** @enum {string} */
                    kind: "group";
                    id: string;
                    name: string;
                    parent: string | null;
                    x: number;
                    y: number;
                    scale_x: number;
                    scale_y: number;
                    rotation: number;
                    opacity: number;
                    /** @enum {string} */
                    blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                    visible: boolean;
                    locked: boolean;
                } | {
                    /** @enum {string} */
                    kind: "text";
                    id: string;
                    name: string;
                    parent: string | null;
                    x: number;
                    y: number;
                    scale_x: number;
                    scale_y: number;
                    rotation: number;
                    opacity: number;
                    /** @enum {string} */
                    blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                    visible: boolean;
                    locked: boolean;
                    text: string;
                    font_size: number;
                    /** @enum {string} */
                    font_family: "sans-serif" | "serif" | "monospace" | "rounded" | "handwriting";
                    color: string;
                    weight: number;
                    /** @enum {string} */
                    align: "left" | "center" | "right";
                    width: number | null;
                } | {
                    /** @enum {string} */
                    kind: "shape";
                    id: string;
                    name: string;
                    parent: string | null;
                    x: number;
                    y: number;
                    scale_x: number;
                    scale_y: number;
                    rotation: number;
                    opacity: number;
                    /** @enum {string} */
                    blend: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity";
                    visible: boolean;
                    locked: boolean;
                    /** @enum {string} */
                    shape: "rectangle" | "ellipse" | "line" | "polygon" | "gradient";
                    width: number;
                    height: number;
                    points?: {
                        x: number;
                        y: number;
                    }[];
                    fill: string | null;
                    fill_to?: string | null;
                    stroke: string | null;
                    stroke_width: number;
                })[];
            };
        };
        CanvasFile: {
            sha256: string;
            /** @enum {string} */
            content_type: "image/png" | "image/webp";
            bytes: number;
            width: number;
            height: number;
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
        CollectionPage: {
            collections: components["schemas"]["Collection"][];
            next: string | null;
        };
        Collection: {
            id: string;
            name: string;
            /** @enum {string|null} */
            kind: "image" | "image-editing" | "video" | "audio" | "speech" | "music" | "image-understanding" | "transcription" | "text" | "3d" | null;
            filter: {
                [key: string]: unknown;
            } | null;
            items: number;
            cover: components["schemas"]["Media"] | null;
            cover_id: string | null;
            share: {
                token: string;
                url: string;
                is_listed: boolean;
                shows_settings: boolean;
                /** Format: date-time */
                created_at: string;
            } | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        CollectionItems: {
            items: components["schemas"]["Generation"][];
            next: string | null;
        };
        CollectionItemsChanged: {
            changed: number;
            items: number;
        };
        SharedCollection: {
            token: string;
            url: string;
            name: string;
            items: {
                id: string;
                /** @enum {string} */
                kind: "image" | "image-editing" | "video" | "audio" | "speech" | "music" | "image-understanding" | "transcription" | "text" | "3d";
                generation_type: string;
                model: string;
                model_name: string;
                prompt: string | null;
                input: {
                    [key: string]: unknown;
                } | null;
                files: components["schemas"]["Media"][];
            }[];
            next: string | null;
            /** Format: date-time */
            published_at: string;
        };
        RedeemedCode: {
            credits: number;
            balance: number;
        };
        Invitation: {
            /** @enum {string} */
            state: "valid" | "unknown" | "revoked" | "expired" | "used_up";
            credits: number;
        };
        Application: {
            id: string;
            name: string;
            host: string;
            scopes: ("read" | "create")[];
            daily_cap: number | null;
            monthly_cap: number | null;
            spent_today: number;
            spent_this_month: number;
            spent_total: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            expires_at: string;
        };
        Authorization: {
            redirect_to: string | null;
            name: string | null;
            host: string | null;
            scopes: ("read" | "create")[];
        };
        Packs: {
            currency: string;
            is_available: boolean;
            is_simulated: boolean;
            packs: {
                id: string;
                credits: number;
                amount: number;
            }[];
        };
        Checkout: {
            payment_id: string;
            checkout_url: string;
        };
        Payment: {
            id: string;
            pack: string;
            credits: number;
            amount: number;
            currency: string;
            total: number | null;
            tax: number;
            invoice_url: string | null;
            invoice_pdf: string | null;
            /** @enum {string} */
            status: "open" | "waiting" | "expired" | "failed" | "paid" | "partly_refunded" | "refunded" | "disputed";
            return_to: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            paid_at: string | null;
        };
        Preset: {
            id: string;
            name: string;
            generation_type: string;
            model: string;
            settings: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
        };
        Share: {
            token: string;
            url: string;
            is_listed: boolean;
            shows_settings: boolean;
            likes: number;
            /** Format: date-time */
            created_at: string;
        } | null;
        SharedWork: {
            token: string;
            url: string;
            generation_id: string;
            /** @enum {string} */
            kind: "image" | "image-editing" | "video" | "audio" | "speech" | "music" | "image-understanding" | "transcription" | "text" | "3d";
            generation_type: string;
            model: string;
            model_name: string;
            prompt: string | null;
            input: {
                [key: string]: unknown;
            } | null;
            files: components["schemas"]["Media"][];
            likes: number;
            is_liked: boolean;
            is_sample: boolean;
            /** Format: date-time */
            published_at: string;
        };
        ExplorePage: {
            works: components["schemas"]["SharedWork"][];
            next: string | null;
        };
        WebhookEndpoint: {
            id: string;
            url: string;
            events: ("generation.completed" | "generation.partial" | "generation.failed")[];
            is_enabled: boolean;
            /** @enum {string|null} */
            disabled_reason: "owner" | "gone" | "failing" | null;
            /** Format: date-time */
            created_at: string;
        };
        NewWebhookEndpoint: {
            id: string;
            url: string;
            events: ("generation.completed" | "generation.partial" | "generation.failed")[];
            is_enabled: boolean;
            /** @enum {string|null} */
            disabled_reason: "owner" | "gone" | "failing" | null;
            /** Format: date-time */
            created_at: string;
            secret: string;
        };
        WebhookDelivery: {
            id: string;
            event: string;
            /** @enum {string} */
            status: "waiting" | "delivered" | "given_up";
            attempts: number;
            /** Format: date-time */
            next_attempt_at: string | null;
            http_status: number | null;
            error: string | null;
            generation_id: string | null;
            /** Format: date-time */
            created_at: string;
        };
        Push: {
            public_key: string;
            is_subscribed: boolean;
        };
        Download: {
            downloadUrl: string;
            fileName: string;
            files: number;
            bytes: number | null;
            expires_at: string;
        };
        ExportSize: {
            files: number;
            bytes: number;
            is_running: boolean;
        };
        SessionList: {
            sessions: components["schemas"]["Session"][];
        };
        Session: {
            /** Format: uuid */
            id: string;
            user_agent: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_seen_at: string;
            is_current: boolean;
        };
        LedgerPage: {
            data: components["schemas"]["LedgerEntry"][];
            total: number;
            page: number;
            totalPages: number;
            sums: {
                credits_in: number;
                credits_out: number;
            };
        };
        LedgerEntry: {
            id: number;
            /** Format: date-time */
            created_at: string;
            /** @enum {string} */
            reason: "charge" | "refund" | "purchase" | "grant" | "reversal" | "return" | "correction" | "repayment" | "allowance";
            credits: number;
            balance_after: number;
            note: string | null;
            generation: {
                id: string;
                /** @enum {string} */
                kind: "image" | "image-editing" | "video" | "audio" | "speech" | "music" | "image-understanding" | "transcription" | "text" | "3d";
                model: string;
                model_name: string;
                /** @enum {string} */
                status: "pending" | "processing" | "completed" | "partial" | "failed";
                thumbnail_url: string | null;
                is_deleted: boolean;
            } | null;
            payment: {
                id: string;
                amount: number;
                currency: string;
                invoice_url: string | null;
            } | null;
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
        UnderstandingJob: {
            job_id: string;
            /** @enum {string} */
            status: "pending" | "processing" | "completed" | "partial" | "failed";
            result: string | null;
            error: string | null;
            created_at: string;
            updated_at: string;
        };
        ImageHistoryPage: {
            data: components["schemas"]["ImageHistoryRecord"][];
            total: number;
            page: number;
            totalPages: number;
            stats: {
                totalGenerated: number;
                totalCreditsUsed: number;
                favoriteCount: number;
            };
        };
        ImageHistoryRecord: {
            id: string;
            prompt: string;
            negative_prompt: string;
            width: number | null;
            height: number | null;
            quality: string | null;
            model: string;
            steps: number | null;
            cfg_scale: number | null;
            seed: number | string | null;
            style: string | null;
            generation_mode: string;
            image_url: string | null;
            generated_images: string[];
            thumbnail_url: string | null;
            /** @enum {string} */
            status: "pending" | "processing" | "completed" | "partial" | "failed";
            is_favorite: boolean;
            tags: string[];
            credits: number;
            created_at: string;
            error_message: string | null;
            generation: components["schemas"]["Generation"];
        };
        HistoryFacets: {
            models: string[];
            modes: string[];
            sizes: string[];
            tags: string[];
        };
        Favorite: {
            /** @enum {boolean} */
            success: true;
            imageId: string;
            isFavorite: boolean;
            tags: string[];
            generation: components["schemas"]["Generation"];
        };
        Deleted: {
            deletedCount: number;
            /** Format: date-time */
            undo_until: string;
        };
        SelectionChanged: {
            total: number;
            changed: number;
            next: number | null;
            deleted: string[];
            /** Format: date-time */
            undo_until: string | null;
            download: {
                downloadUrl: string;
                fileName: string;
                files: number;
                bytes: number | null;
                expires_at: string;
            } | null;
        };
        EditingRecord: {
            id: string;
            request_id: string;
            image_url: string | null;
            prompt: string;
            parameters: {
                model: string;
                guidance_scale?: number;
                num_images?: number;
                output_format?: string;
                safety_tolerance?: number;
                enhance_prompt?: boolean;
                aspect_ratio?: string;
            };
            /** @enum {string} */
            status: "pending" | "processing" | "completed" | "partial" | "failed";
            result_images: {
                url: string;
            }[];
            credits_used: number;
            created_at: string;
            completed_at: string | null;
            response_time_ms: number | null;
            error_message: string | null;
            generation: components["schemas"]["Generation"];
        };
        VideoRecord: {
            id: string;
            prompt: string;
            negative_prompt: string;
            duration: number | null;
            width: number | null;
            height: number | null;
            fps: number | null;
            model: string;
            image_url: string | null;
            video_url: string | null;
            /** @enum {string} */
            status: "pending" | "processing" | "completed" | "partial" | "failed";
            created_at: string;
            error_message: string | null;
            generation: components["schemas"]["Generation"];
        };
        AudioRecord: {
            id: string;
            prompt: string;
            createdAt: string;
            /** @enum {string} */
            status: "processing" | "completed" | "failed";
            audioUrl: string | null;
            inputMediaUrl: string | null;
            inputMediaType: string;
            duration: number | null;
            fileSize: number | null;
            creditsUsed: number;
            requestId: string;
            errorMessage: string | null;
            progressMessage: string | null;
            progressPercentage: number | null;
            creditsRefunded: boolean;
            refundAmount: number | null;
            refundedAt: string | null;
            refundReason: string | null;
            refundAttempts: number;
            generation: components["schemas"]["Generation"];
        };
        FileRecord: {
            id: string;
            request_id: string;
            prompt: string;
            model: string;
            /** @enum {string} */
            status: "pending" | "processing" | "completed" | "partial" | "failed";
            url: string | null;
            content_type: string | null;
            duration: number | null;
            file_size: number | null;
            credits_used: number;
            created_at: string;
            completed_at: string | null;
            error_message: string | null;
            generation: components["schemas"]["Generation"];
        };
        UnderstandingRecord: {
            id: string;
            image_url: string | null;
            question: string;
            /** @enum {string} */
            status: "pending" | "processing" | "completed" | "partial" | "failed";
            result_text: string | null;
            error_message: string | null;
            created_at: string;
            generation: components["schemas"]["Generation"];
        };
        AudioJob: {
            id: string;
            /** @enum {string} */
            status: "processing" | "completed" | "failed";
            audioUrl: string | null;
            errorMessage: string | null;
            progressMessage: string | null;
            progressPercentage: number | null;
            error: string | null;
            result: {
                audio: {
                    url: string;
                };
                prompt: string;
            } | null;
            completed_at: string | null;
        };
        Restored: {
            restoredCount: number;
        };
        Refunded: {
            /** @enum {boolean} */
            success: true;
            data: {
                refund_amount: number;
            };
            /** @enum {string} */
            refund_status: "refunded";
        };
        RefundRefused: {
            error: string;
            message?: string;
            /** @enum {string} */
            code: "invalid_body" | "invalid_query" | "invalid_definition" | "invalid_settings" | "invalid_input" | "invalid_generation_type" | "unknown_model" | "insufficient_credits" | "above_max_credits" | "sign_in_failed" | "invalid_target" | "not_finished" | "no_file" | "one_file_only" | "broken_upload" | "broken_file" | "empty_file" | "no_video_track" | "animated_image" | "removed_file" | "too_many_pixels" | "video_too_long" | "email_differs" | "address_not_allowed" | "unauthorized" | "invalid_signature" | "never_paid" | "account_suspended" | "terms_not_accepted" | "job_ceiling" | "daily_cap" | "application_daily_cap" | "application_monthly_cap" | "session_needed" | "sign_in_again" | "key_scope" | "not_permitted" | "giving_limit" | "own_account" | "own_role" | "own_deletion" | "owner_needed" | "last_owner" | "role_fixed" | "foreign_origin" | "target_not_allowed" | "uploads_not_allowed" | "not_found" | "method_not_allowed" | "upload_stalled" | "result_removed" | "too_late" | "selection_changed" | "not_approved" | "not_waiting" | "not_failed" | "already_refunded" | "not_retryable" | "already_retried" | "act_repeated" | "price_changed" | "model_from_file" | "model_changed" | "settings_changed" | "terms_changed" | "account_changed" | "request_id_reused" | "too_many_keys" | "too_large" | "file_too_large" | "unsupported_media_type" | "multipart_expected" | "unsupported_file" | "too_many_uploads" | "uploads_full" | "export_running" | "too_many_starts" | "too_many_requests" | "internal" | "unavailable" | "maintenance" | "provider_unavailable" | "provider_not_configured" | "storage_unavailable";
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
            /** @enum {boolean} */
            success: false;
            /** @enum {string} */
            refund_status?: "duplicate_attempt" | "not_failed" | "not_found";
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
        OpenGenerations: {
            total: number;
            generations: components["schemas"]["Generation"][];
        };
        ModelVersion: {
            id: string;
            generation_type: string;
            version: number;
            definition: {
                [key: string]: unknown;
            } | null;
        };
        Provenance: {
            /** @enum {string} */
            finding: "made_here" | "near_copy" | "signed" | "marked" | "unknown";
            is_unchanged: boolean | null;
            sha256: string;
            generation: {
                id: string | null;
                /** @enum {string} */
                kind: "image" | "image-editing" | "video" | "audio" | "speech" | "music" | "image-understanding" | "transcription" | "text" | "3d";
                model: string;
                model_name: string;
                /** Format: date-time */
                made_at: string;
                is_sample: boolean;
            } | null;
            /** @enum {string|null} */
            digital_source: "trainedAlgorithmicMedia" | "compositeWithTrainedAlgorithmicMedia" | null;
            manifest: components["schemas"]["Manifest"];
        };
        Manifest: {
            /** @enum {string} */
            state: "trusted" | "valid" | "invalid";
            problems: string[];
            generator: string | null;
            signer: string | null;
            issuer: string | null;
            actions: {
                action: string;
                agent: string | null;
                source: string | null;
                at: string | null;
            }[];
            ingredients: {
                title: string;
                format: string;
                /** @enum {string} */
                relationship: "parentOf" | "inputTo";
                has_manifest: boolean;
                generator: string | null;
            }[];
        } | null;
        NearCopies: {
            generations: {
                id: string;
                /** @enum {string} */
                kind: "image" | "image-editing" | "video" | "audio" | "speech" | "music" | "image-understanding" | "transcription" | "text" | "3d";
            }[];
        };
        UploadError: {
            error: string;
            message?: string;
            /** @enum {string} */
            code: "invalid_body" | "invalid_query" | "invalid_definition" | "invalid_settings" | "invalid_input" | "invalid_generation_type" | "unknown_model" | "insufficient_credits" | "above_max_credits" | "sign_in_failed" | "invalid_target" | "not_finished" | "no_file" | "one_file_only" | "broken_upload" | "broken_file" | "empty_file" | "no_video_track" | "animated_image" | "removed_file" | "too_many_pixels" | "video_too_long" | "email_differs" | "address_not_allowed" | "unauthorized" | "invalid_signature" | "never_paid" | "account_suspended" | "terms_not_accepted" | "job_ceiling" | "daily_cap" | "application_daily_cap" | "application_monthly_cap" | "session_needed" | "sign_in_again" | "key_scope" | "not_permitted" | "giving_limit" | "own_account" | "own_role" | "own_deletion" | "owner_needed" | "last_owner" | "role_fixed" | "foreign_origin" | "target_not_allowed" | "uploads_not_allowed" | "not_found" | "method_not_allowed" | "upload_stalled" | "result_removed" | "too_late" | "selection_changed" | "not_approved" | "not_waiting" | "not_failed" | "already_refunded" | "not_retryable" | "already_retried" | "act_repeated" | "price_changed" | "model_from_file" | "model_changed" | "settings_changed" | "terms_changed" | "account_changed" | "request_id_reused" | "too_many_keys" | "too_large" | "file_too_large" | "unsupported_media_type" | "multipart_expected" | "unsupported_file" | "too_many_uploads" | "uploads_full" | "export_running" | "too_many_starts" | "too_many_requests" | "internal" | "unavailable" | "maintenance" | "provider_unavailable" | "provider_not_configured" | "storage_unavailable";
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
            /** @enum {boolean} */
            success?: false;
        };
        GeminiModel: {
            name: string;
            baseModelId: string;
            version: string;
            displayName: string;
            description: string;
            supportedGenerationMethods: string[];
        };
        GeminiError: {
            error: {
                code: number;
                message: string;
                status: string;
                details: {
                    [key: string]: unknown;
                }[];
            };
        };
        GeminiContent: {
            candidates: {
                content: {
                    /** @enum {string} */
                    role: "model";
                    parts: {
                        text?: string;
                        inlineData?: {
                            mimeType: string;
                            data: string;
                        };
                    }[];
                };
                /** @enum {string} */
                finishReason: "STOP";
                index: number;
            }[];
            usageMetadata: {
                promptTokenCount: number;
                candidatesTokenCount: number;
                totalTokenCount: number;
                credits: number;
            };
            modelVersion: string;
            responseId: string;
        };
        OpenAiModel: {
            id: string;
            /** @enum {string} */
            object: "model";
            created: number;
            owned_by: string;
            name: string;
            architecture: {
                modality: string;
                input_modalities: ("text" | "image" | "video" | "audio")[];
                output_modalities: ("text" | "image" | "video" | "audio")[];
            };
            pricing: {
                request: string;
                /** @enum {string} */
                unit: "credits";
            };
        };
        OpenAiError: {
            error: {
                message: string;
                type: string;
                param: string | null;
                code: string | null;
            };
        };
        OpenAiImages: {
            created: number;
            data: {
                url?: string;
                b64_json?: string;
            }[];
            size?: string;
            output_format?: string;
        };
        OpenAiVideo: {
            id: string;
            /** @enum {string} */
            object: "video";
            model: string;
            /** @enum {string} */
            status: "queued" | "in_progress" | "completed" | "failed";
            progress: number;
            created_at: number;
            completed_at: number | null;
            expires_at: number | null;
            prompt: string;
            size: string;
            seconds: string;
            remixed_from_video_id: string | null;
            error: {
                code: string;
                message: string;
            } | null;
        };
        OpenAiChat: {
            id: string;
            /** @enum {string} */
            object: "chat.completion";
            created: number;
            model: string;
            choices: {
                index: number;
                message: {
                    /** @enum {string} */
                    role: "assistant";
                    content: string;
                    refusal: null;
                    images?: {
                        /** @enum {string} */
                        type: "image_url";
                        index: number;
                        image_url: {
                            url: string;
                        };
                    }[];
                };
                logprobs: null;
                /** @enum {string} */
                finish_reason: "stop";
            }[];
            usage: {
                prompt_tokens: number;
                completion_tokens: number;
                total_tokens: number;
                credits: number;
            };
        };
        OpenAiResponse: {
            id: string;
            /** @enum {string} */
            object: "response";
            created_at: number;
            model: string;
            /** @enum {string} */
            status: "queued" | "in_progress" | "completed" | "failed" | "cancelled";
            error: {
                code: string;
                message: string;
            } | null;
            output: ({
                id: string;
                type: string;
                status: string;
            } & {
                [key: string]: unknown;
            })[];
            usage: ({
                total_tokens: number;
                credits: number;
            } & {
                [key: string]: unknown;
            }) | null;
        };
        ReplicatePrediction: {
            id: string;
            model: string;
            version: string;
            /** @enum {string} */
            status: "starting" | "processing" | "succeeded" | "failed" | "canceled";
            input: {
                [key: string]: unknown;
            };
            output: string | string[] | null;
            error: string | null;
            logs: string;
            data_removed: boolean;
            created_at: string;
            started_at: string | null;
            completed_at: string | null;
            metrics: {
                predict_time?: number;
            };
            credits: number;
            urls: {
                get: string;
                cancel: string;
            };
        };
        ReplicateError: {
            title: string;
            detail: string;
            status: number;
            code: string;
            invalid_fields?: {
                type: string;
                field: string;
                description: string;
            }[];
        };
        ReplicateModel: {
            url: string;
            owner: string;
            name: string;
            description: string;
            /** @enum {string} */
            visibility: "public";
            is_official: boolean;
            run_count: number;
            github_url: null;
            paper_url: null;
            license_url: null;
            cover_image_url: null;
            default_example: null;
            latest_version: {
                id: string;
                created_at: string;
                cog_version: null;
                openapi_schema: {
                    [key: string]: unknown;
                };
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
};
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
