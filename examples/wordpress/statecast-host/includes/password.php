<?php
/**
 * The forgotten password. WordPress has one route for both calls, because it ignores the slash at the end.
 *
 * @package Statecast_Host
 */

defined( 'ABSPATH' ) || exit;

/**
 * Registers the call.
 */
function statecast_register_password_routes() {
	$optional = array( 'required' => false );
	$args     = array(
		'email_address'    => statecast_text( 250, $optional ),
		'key'              => statecast_text( 250, $optional ),
		'login'            => statecast_text( 250, $optional ),
		'new_password'     => statecast_text( 4096, $optional ),
		'confirm_password' => statecast_text( 4096, $optional ),
	);
	statecast_route( 'channel/v2/user_forget', 'POST', 'statecast_user_forget', $args, 'statecast_check_xsrf' );
}

/**
 * POST channel/v2/user_forget with `email_address`, or user_forget/ with `key` and `login`.
 *
 * @param WP_REST_Request $request Request.
 * @return array|WP_Error
 */
function statecast_user_forget( $request ) {
	if ( isset( $request['email_address'] ) ) {
		$sent = retrieve_password( $request['email_address'] );
		return is_wp_error( $sent ) ? $sent : array( 'message' => __( 'Password reset instructions were sent successfully.', 'statecast-host' ) );
	}
	$missing = array_diff( array( 'key', 'login' ), array_keys( $request->get_params() ) );
	if ( $missing ) {
		/* translators: %s: List of missing parameters. */
		return statecast_error( 'rest_missing_callback_param', sprintf( __( 'Missing parameter(s): %s' ), implode( ', ', $missing ) ), 400 );
	}
	$user = check_password_reset_key( $request['key'], $request['login'] );
	if ( is_wp_error( $user ) ) {
		return $user;
	}
	if ( isset( $request['new_password'] ) || isset( $request['confirm_password'] ) ) {
		if ( $request['new_password'] !== $request['confirm_password'] ) {
			return statecast_error( 'password_mismatch', __( 'The passwords do not match.', 'statecast-host' ), 400 );
		}
		if ( mb_strlen( $request['new_password'] ) < 8 ) {
			return statecast_error( 'password_too_short', __( 'The password must be at least 8 characters long.', 'statecast-host' ), 400 );
		}
		// Ends every session, see statecast_end_all_sessions().
		reset_password( $user, $request['new_password'] );
	}
	return array( 'message' => __( 'Password reset successfully', 'statecast-host' ) );
}

/**
 * Writes the reset mail with a link to the application instead of wp-login.php.
 *
 * @param string  $message Text of WordPress.
 * @param string  $key     Reset key.
 * @param string  $login   Username.
 * @param WP_User $user    User.
 * @return string
 */
function statecast_reset_message( $message, $key, $login, $user ) {
	$link = statecast_url( '/reset-password?key=' . rawurlencode( $key ) . '&login=' . rawurlencode( $login ) );
	/* translators: 1: name, 2: link. */
	$text = __( "Hello %1\$s,\n\nto choose a new password, open this link. It works once and expires in 24 hours.\n\n%2\$s\n\nIf you didn't request this, ignore this email.", 'statecast-host' );
	return sprintf( $text, $user->display_name, $link );
}
