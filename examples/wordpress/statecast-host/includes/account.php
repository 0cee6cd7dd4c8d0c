<?php
/**
 * The profile and the avatar.
 *
 * @package Statecast_Host
 */

defined( 'ABSPATH' ) || exit;

/** The largest photo in pixels. Decoding a larger one can exhaust the memory. */
const STATECAST_MAX_PIXELS = 25000000;

/**
 * Registers the calls of the account.
 */
function statecast_register_account_routes() {
	$optional = array( 'required' => false );
	$address  = array();
	foreach ( array( 'one' => 200, 'two' => 200, 'city' => 100, 'state' => 100, 'zip' => 20, 'country' => 2 ) as $line => $max ) {
		$address[ "mepr-address-$line" ] = statecast_text( $max, $optional );
	}
	$profile = array(
		'display_name' => statecast_text( 250, array( 'required' => false, 'minLength' => 1 ) ),
		'first_name'   => statecast_text( 250, $optional ),
		'last_name'    => statecast_text( 250, $optional ),
		'user_email'   => statecast_text( 100, $optional ),
		'user_phone'   => statecast_text( 40, $optional ),
		'address'      => array(
			'type'                 => 'object',
			'properties'           => $address,
			'additionalProperties' => false,
		),
	);
	$user_id = array( 'type' => 'integer', 'required' => true );
	statecast_route( 'custom-plugin/me', 'PUT', 'statecast_edit_me', $profile );
	statecast_route( 'channel/v2/avatar', 'GET', 'statecast_read_avatar', array( 'user_id' => $user_id ) );
	statecast_route( 'channel/v2/avatar', 'POST', 'statecast_upload_avatar' );
}

/**
 * PUT custom-plugin/me. Changes the sent fields only.
 *
 * @param WP_REST_Request $request Request.
 * @return array|WP_Error
 */
function statecast_edit_me( $request ) {
	$user = wp_get_current_user();
	if ( isset( $request['user_email'] ) ) {
		$refusal = statecast_request_email_change( $user, trim( $request['user_email'] ) );
		if ( $refusal ) {
			return $refusal;
		}
	}
	$names   = wp_array_slice_assoc( $request->get_params(), array( 'display_name', 'first_name', 'last_name' ) );
	$changes = array_map( 'sanitize_text_field', $names );
	if ( $changes ) {
		// These functions remove slashes, because WordPress adds them to forms.
		$updated = wp_update_user( wp_slash( array( 'ID' => $user->ID ) + $changes ) );
		if ( is_wp_error( $updated ) ) {
			return $updated;
		}
	}
	foreach ( wp_array_slice_assoc( $request->get_params(), array( 'user_phone' ) ) + (array) $request['address'] as $key => $value ) {
		update_user_meta( $user->ID, $key, wp_slash( sanitize_text_field( $value ) ) );
	}
	return statecast_serialize_user( get_userdata( $user->ID ) );
}

/**
 * Sends a link to a new email address. The current one stays until the link is opened in WordPress's own profile page.
 *
 * @param WP_User $user  User.
 * @param string  $email New address.
 * @return WP_Error|null The refusal.
 */
function statecast_request_email_change( $user, $email ) {
	if ( ! is_email( $email ) ) {
		return statecast_error( 'invalid_email', __( 'Please enter a valid email address.', 'statecast-host' ), 400 );
	}
	if ( 0 === strcasecmp( $email, $user->user_email ) ) {
		delete_user_meta( $user->ID, '_new_email' );
		return null;
	}
	if ( email_exists( $email ) ) {
		return statecast_error( 'existing_user_email', __( 'Sorry, that email address is already used!' ), 409 );
	}
	$hash = wp_generate_password( 32, false );
	update_user_meta( $user->ID, '_new_email', array( 'hash' => $hash, 'newemail' => $email ) );
	$link = add_query_arg( 'newuseremail', $hash, self_admin_url( 'profile.php' ) );
	/* translators: 1: username, 2: link. */
	$text = __( "To use this email address for your account (%1\$s), open this link:\n\n%2\$s", 'statecast-host' );
	wp_mail( $email, __( 'Email Change Request', 'statecast-host' ), sprintf( $text, $user->user_login, $link ) );
	return null;
}

/**
 * GET channel/v2/avatar.
 *
 * @return array
 */
function statecast_read_avatar() {
	return array( 'avatar_url' => (string) get_user_meta( get_current_user_id(), 'statecast_avatar', true ) );
}

/**
 * POST channel/v2/avatar.
 *
 * @param WP_REST_Request $request Request.
 * @return array|WP_Error
 */
function statecast_upload_avatar( $request ) {
	$file = $request->get_file_params()['avatar'] ?? array( 'error' => UPLOAD_ERR_NO_FILE );
	if ( UPLOAD_ERR_INI_SIZE === $file['error'] || ( UPLOAD_ERR_OK === $file['error'] && $file['size'] > 2 * MB_IN_BYTES ) ) {
		return statecast_error( 'upload_too_large', __( 'The picture is larger than 2 MB.', 'statecast-host' ), 413 );
	}
	if ( UPLOAD_ERR_OK !== $file['error'] || 0 === $file['size'] ) {
		return statecast_error( 'upload_missing', __( 'No picture was sent.', 'statecast-host' ), 400 );
	}
	$refusal = statecast_error( 'upload_type_not_allowed', __( 'Only PNG, JPEG and WebP images can be uploaded.', 'statecast-host' ), 415 );
	$size    = getimagesize( $file['tmp_name'] );
	if ( ! $size || $size[0] * $size[1] > STATECAST_MAX_PIXELS ) {
		return $refusal;
	}
	require_once ABSPATH . 'wp-admin/includes/file.php';
	$user_id = get_current_user_id();
	$stored  = wp_handle_upload(
		$file,
		array(
			'test_form'                => false,
			'mimes'                    => array( 'jpg|jpeg' => 'image/jpeg', 'png' => 'image/png', 'webp' => 'image/webp' ),
			'unique_filename_callback' => static function ( $folder, $name, $extension ) use ( $user_id ) {
				return "avatar-$user_id-" . wp_generate_password( 12, false ) . $extension;
			},
		)
	);
	if ( isset( $stored['error'] ) ) {
		return $refusal;
	}
	// Encoding the picture again removes its metadata, e.g. the place where it was taken.
	$editor = wp_get_image_editor( $stored['file'] );
	if ( is_wp_error( $editor ) ) {
		wp_delete_file( $stored['file'] );
		return $refusal;
	}
	$editor->maybe_exif_rotate();
	// Fails for a picture that is smaller already.
	$editor->resize( 512, 512, true );
	$saved = $editor->save( $stored['file'], $stored['type'] );
	if ( is_wp_error( $saved ) ) {
		wp_delete_file( $stored['file'] );
		return $refusal;
	}
	update_user_meta( $user_id, 'statecast_avatar', $stored['url'] );
	return statecast_read_avatar();
}
